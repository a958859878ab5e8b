internal import CallModel
internal import GRDB
internal import RingCore

/// A call that comes in while its callee calls its caller. One of the two goes on.
struct StoredGlare {
    /// The earlier call.
    var other: RingSessionUpdate
    let otherCaller: RingCaller
    let newCaller: RingCaller
    private let glare: Glare
    /// Whether the new caller's leg belongs to the earlier call now.
    private(set) var isNewcomersLegHandedOver = false
    /// Whether the earlier caller's leg belongs to the new call now.
    private(set) var isOthersLegHandedOver = false

    /// - Returns: nil where the two do not meet.
    init?(
        _ call: InboundCall, from caller: RingCaller, _ other: RingSession, _ otherCaller: RingCaller, at now: Duration
    ) {
        guard let user = caller.user, let otherUser = otherCaller.user, let callee = other.onlyCallee,
            let glare = Glare(
                .init(session: call.session, caller: user, callee: otherUser, openedAt: now),
                .init(session: other.id, caller: otherUser, callee: callee, openedAt: other.openedAt))
        else { return nil }
        self.other = RingSessionUpdate(of: other)
        self.otherCaller = otherCaller
        newCaller = caller
        self.glare = glare
    }

    /// The call that goes on.
    var survivor: CallSessionID { glare.survivor }
    /// The call that ends.
    var merged: CallSessionID { glare.merged }

    /// Opens the new call and informs the earlier one. If the carrier can join the two callers, it does. Otherwise the
    /// merged call ends for its caller, and the surviving call rings that caller.
    mutating func open(_ call: InboundCall, at now: Duration) -> RingSessionUpdate {
        var call = call
        // A user who calls the caller counts as free, whatever other calls there are.
        for index in call.devices.indices { call.devices[index].isBusy = false }
        return glare.survivor == call.session ? survive(call, at: now) : yield(call, at: now)
    }

    private var canJoin: Bool { otherCaller.canBeJoined && newCaller.canBeJoined }

    private mutating func survive(_ call: InboundCall, at now: Duration) -> RingSessionUpdate {
        if canJoin, let device = otherCaller.device, let user = otherCaller.user {
            let resolution = GlareResolution.absorbs(device: device, of: user, as: other.session.parent.carrierID)
            isOthersLegHandedOver = true
            other.apply(.glare(.yields(to: call.session)), at: now)
            return RingSessionUpdate(opening: call, meeting: resolution, at: now)
        }
        other.apply(.glare(.defers(to: call.session)), at: now)
        return RingSessionUpdate(opening: call, at: now)
    }

    private mutating func yield(_ call: InboundCall, at now: Duration) -> RingSessionUpdate {
        if canJoin, let device = newCaller.device, let user = newCaller.user {
            other.apply(.glare(.absorbs(device: device, of: user, as: call.parent)), at: now)
            isNewcomersLegHandedOver = other.session.hasAbsorbed(call.parent)
        }
        let resolution =
            isNewcomersLegHandedOver ? GlareResolution.yields(to: other.session.id) : .defers(to: other.session.id)
        return RingSessionUpdate(opening: call, meeting: resolution, at: now)
    }
}

extension RingTransaction {
    /// How many of a user's latest calls are examined. An older call that still rings has no waiting caller.
    private static let callsOfUserMax = 8

    /// The meeting of an inbound call with a call from its callee to its caller, if there is one.
    func meeting(of call: InboundCall, from caller: RingCaller) throws -> StoredGlare? {
        guard let user = caller.user, let callee = call.onlyCallee, callee != user else { return nil }
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT latest.* FROM (SELECT * FROM ring_caller WHERE user = ? ORDER BY session DESC LIMIT ?) AS latest
                    JOIN ring_session ON ring_session.session = latest.session
                    WHERE is_closed = 0 ORDER BY latest.session DESC
                    """), arguments: [callee.rawValue, Self.callsOfUserMax])
        for row in rows {
            guard let id = CallSessionID(row["session"] as String),
                let other = try session(id), other.onlyCallee == user
            else { continue }
            if let met = StoredGlare(call, from: caller, other, RingRow.caller(row), at: now) { return met }
        }
        return nil
    }

    /// Notes that two calls became one: users find the surviving call, and events of a leg go to the call that has it.
    func note(_ met: StoredGlare) throws {
        try database.cachedStatement(sql: "UPDATE ring_session SET merged_into = ? WHERE session = ?").execute(
            arguments: [met.survivor.description, met.merged.description])
        guard met.isOthersLegHandedOver else { return }
        try database.cachedStatement(sql: "UPDATE ring_leg SET session = ? WHERE carrier_leg = ?").execute(arguments: [
            met.survivor.description, met.other.session.parent.carrierID.rawValue,
        ])
    }
}

extension InboundCall {
    /// The called user, where the call is for one user alone.
    fileprivate var onlyCallee: UserID? {
        guard let callee = devices.first?.user, devices.allSatisfy({ $0.user == callee }) else { return nil }
        return callee
    }
}
