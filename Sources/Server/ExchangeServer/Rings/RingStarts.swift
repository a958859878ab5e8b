package import CallModel
package import RingCore

/// Limits how often a caller begins to ring a user: a burst, then a steady rate.
///
/// A ring that its caller ends at once has woken every phone of the called user already, so a limit of the rings at one
/// moment does not bound them. What counts is the called user, whichever of their numbers rings, and however the ring
/// begins: by a call, or by a hand-over. Only callers that are proven count: a number that may be forged would use up
/// the rings of the user who has it.
///
/// A ring is looked at and counted in one step, before it begins, because others of the caller may be decided on
/// meanwhile. One that does not begin is taken back. A carrier that waits too long for an answer reports its call again,
/// while the first report may still be stored: all reports of a call that are decided on at once are one ring.
///
/// The type has no clock: the moment is an argument, counted from any origin. Its memory is bounded as ``RateLimit``
/// says, and by the reports that are in progress.
package struct RingStarts: Sendable {
    /// The party that rings.
    package enum Caller: Hashable, Sendable {
        case user(UserID)
        /// The logins without an account from an address; nil: from this machine, over a socket without an address.
        case guests(ClientAddress?)
    }

    private struct Pair: Hashable, Sendable {
        let caller: Caller
        let called: UserID
    }

    /// The ring of a call that a carrier reports, as long as a report of it is being decided on.
    private struct Reported {
        let caller: Caller
        let users: [UserID]
        var reports = 0
        var hasBegun = false
    }

    /// The most pairs remembered at once, in some megabytes. Each is forgotten once its bucket is empty, within a
    /// minute of its last ring, so a caller who wanted to fill the table would have to ring as many users a minute.
    private static let pairsMax = 50_000

    private var limit: RateLimit<Pair>
    private var reported: [CarrierLegID: Reported] = [:]

    /// - Parameter perMinute: the burst, which also begins anew within a minute; 1 or more.
    package init(perMinute: Int, pairsMax: Int = Self.pairsMax) {
        limit = RateLimit(requests: perMinute, within: .seconds(60), keysMax: pairsMax)
    }

    /// Changes the limit; earlier rings expire as they would have.
    package mutating func allow(_ perMinute: Int) { limit.allow(perMinute) }

    /// The number of remembered pairs.
    package var count: Int { limit.count }

    /// How long the caller has to wait before ringing these users; nil: not at all. One user whom the caller rang too
    /// often is enough, because a call to a number rings all its users.
    package func wait(toRing users: [UserID], by caller: Caller, at now: Duration) -> Duration? {
        pairs(caller, users).compactMap { limit.wait($0, at: now) }.max()
    }

    /// Counts a ring of all these users, unless the caller rang one of them too often.
    ///
    /// - Returns: how long the caller has to wait; nil: the ring may begin.
    package mutating func beginAll(_ users: [UserID], by caller: Caller, at now: Duration) -> Duration? {
        if let wait = wait(toRing: users, by: caller, at: now) { return wait }
        count(users, by: caller, at: now)
        return nil
    }

    /// Counts a ring, and leaves out the users whom the caller rang too often.
    ///
    /// - Returns: the users who may be rung.
    package mutating func begin(_ users: [UserID], by caller: Caller, at now: Duration) -> [UserID] {
        let mayRing = users.filter { wait(toRing: [$0], by: caller, at: now) == nil }
        count(mayRing, by: caller, at: now)
        return mayRing
    }

    /// Counts the ring of a call that a carrier reports, unless another report of it is being decided on. It leaves out
    /// the users whom the caller rang too often. ``endReport(of:hasBegun:)`` must follow.
    ///
    /// - Parameter leg: the carrier's name of the caller's leg.
    /// - Returns: the users who may be rung.
    package mutating func beginReport(
        of leg: CarrierLegID, _ users: [UserID], by caller: Caller, at now: Duration
    ) -> [UserID] {
        var ring = reported[leg] ?? Reported(caller: caller, users: begin(users, by: caller, at: now))
        ring.reports += 1
        reported[leg] = ring
        // The users of a number may change between two reports.
        return ring.users.filter { users.contains($0) }
    }

    /// Ends a report. With the last one the ring is taken back if it began by none of them.
    package mutating func endReport(of leg: CarrierLegID, hasBegun: Bool) {
        guard var ring = reported.removeValue(forKey: leg) else { return }
        ring.reports -= 1
        ring.hasBegun = ring.hasBegun || hasBegun
        if ring.reports > 0 {
            reported[leg] = ring
        } else if !ring.hasBegun {
            giveBack(ring.users, by: ring.caller)
        }
    }

    /// Takes back a ring that was counted and did not begin after all.
    package mutating func giveBack(_ users: [UserID], by caller: Caller) {
        for pair in pairs(caller, users) { limit.giveBack(pair) }
    }

    private mutating func count(_ users: [UserID], by caller: Caller, at now: Duration) {
        for pair in pairs(caller, users) { _ = limit.admit(pair, at: now) }
    }

    /// Users who ring their own devices harm no other user, so that does not count.
    private func pairs(_ caller: Caller, _ users: [UserID]) -> [Pair] {
        Set(users).filter { caller != .user($0) }.map { Pair(caller: caller, called: $0) }
    }
}
