public import CallModel
public import Redaction

/// An answered call, as far as another run of the exchange has to know it to go on with it.
///
/// Its media pass between the phones and never stop when an exchange dies; what would be lost is who is in the call and
/// how each is found again.
public struct KeptCall: Hashable, Sendable {
    /// The call.
    public let session: CallSessionID
    /// The version of the call it was made at; the journal may know of later ones.
    public var version: UInt64
    /// Whom the call is for; nil of a call to a number.
    public let callee: UserID?
    /// The organisation it began in.
    public let organization: String?
    /// The caller's name.
    public let callerName: Redacted<String>
    /// The caller's number.
    public let callerNumber: Redacted<String>
    /// What the caller dialled.
    public let dialled: Redacted<String>
    /// Everybody a call to a number was to ring; nil of a call between users.
    public let usersOfNumber: [UserID]?
    /// The caller's leg, then the called ones in the order they were planned.
    public let legs: [KeptLeg]
    /// Which of them answered.
    public let winner: Int
    /// Which claim of the call it was, from 1.
    public let epoch: UInt32
    /// The answering app's headers, as long as the caller has not been told of the answer; then nil.
    public let answerHeaders: [CustomHeader]?
    /// When it was placed, since the shell's origin; before it, if that was in an earlier run.
    public let createdAt: Duration
    /// When the first device was told to ring; likewise.
    public let rangAt: Duration?
    /// When it was answered; likewise.
    public let answeredAt: Duration

    /// Describes a call, of a store's words; nil where they do not amount to an answered call.
    public init?(
        session: CallSessionID, version: UInt64, callee: UserID?, organization: String?,
        callerName: Redacted<String>, callerNumber: Redacted<String>, dialled: Redacted<String>,
        usersOfNumber: [UserID]?, legs: [KeptLeg], winner: Int, epoch: UInt32, answerHeaders: [CustomHeader]?,
        createdAt: Duration, rangAt: Duration?, answeredAt: Duration
    ) {
        guard legs.indices.dropFirst().contains(winner), legs[0].ending == nil, legs[winner].ending == nil else {
            return nil
        }
        self.session = session
        self.version = version
        self.callee = callee
        self.organization = organization
        self.callerName = callerName
        self.callerNumber = callerNumber
        self.dialled = dialled
        self.usersOfNumber = usersOfNumber
        self.legs = legs
        self.winner = winner
        self.epoch = epoch
        self.answerHeaders = answerHeaders
        self.createdAt = createdAt
        self.rangAt = rangAt
        self.answeredAt = answeredAt
    }
}

/// One device's part in a ``KeptCall``.
public struct KeptLeg: Hashable, Sendable {
    /// The leg.
    public let id: LegID
    /// The device's own name for the call.
    public let callID: CallID
    /// How the device is known again.
    public let device: DeviceSession
    /// Whether candidates can be sent to it one by one.
    public let takesCandidates: Bool
    /// Its media, with the candidates that were known; nil of one that is out of the call, or has not described them.
    public let description: Redacted<String>?
    /// Whether it holds the call.
    public let isHeld: Bool
    /// How the call ended for it; nil of one that is in it.
    public let ending: Ending?

    /// Describes a leg.
    public init(
        id: LegID, callID: CallID, device: DeviceSession, takesCandidates: Bool, description: Redacted<String>?,
        isHeld: Bool, ending: Ending?
    ) {
        self.id = id
        self.callID = callID
        self.device = device
        self.takesCandidates = takesCandidates
        self.description = description
        self.isHeld = isHeld
        self.ending = ending
    }
}

extension CallSession {
    /// Whether the call is kept for another run of the exchange: once it is answered, but not one in which a message is
    /// left, as its attendant dies with the exchange.
    var isKept: Bool {
        guard case .active(let claim) = state else { return false }
        return divertedAfter == nil && commanded?.attendantLeg != claim.winner
    }

    /// What is kept of it.
    var keptCall: KeptCall? {
        guard isKept, case .active(let claim) = state, let answeredAt else { return nil }
        return KeptCall(
            session: id, version: version, callee: callee, organization: organization,
            callerName: invitation.callerName, callerNumber: invitation.callerNumber, dialled: invitation.dialled,
            usersOfNumber: commanded?.users, legs: legs.indices.map { KeptLeg(legs[$0], settledMedia(of: $0)) },
            winner: claim.winner,
            epoch: claim.epoch, answerHeaders: claim.delivery == .delivered ? nil : claim.headers,
            createdAt: createdAt, rangAt: rangAt, answeredAt: answeredAt)
    }

    /// A leg's media but for those that may yet be taken back.
    private func settledMedia(of index: Int) -> LegMedia {
        if let freshOffer, freshOffer.offerer == index { return freshOffer.before }
        guard let renegotiation else { return legs[index].media }
        if renegotiation.answerer == index { return renegotiation.answererBefore }
        if case .request = renegotiation.origin, renegotiation.offerer == index { return renegotiation.offererBefore }
        return legs[index].media
    }

    /// Keeps the call as it stands now.
    func keep(_ turn: inout Turn) {
        if let keptCall { turn.effects.append(.keep(keptCall)) }
    }

    /// An answered call of an earlier run, whose devices are gone.
    init(_ kept: KeptCall) {
        let caller = kept.legs[Self.caller]
        id = kept.session
        callee = kept.callee
        organization = kept.organization
        attendant = nil
        commanded = kept.usersOfNumber.map { CommandedCall(mailbox: nil, users: $0) }
        version = kept.version
        let isDelivered = kept.answerHeaders == nil
        state = .active(
            Claim(
                winner: kept.winner, epoch: kept.epoch, headers: kept.answerHeaders ?? [],
                delivery: isDelivered ? .delivered : .awaitingCaller))
        invitation = Invitation(
            name: CallName(callID: caller.callID, session: kept.session, leg: caller.id), description: "",
            trickles: false, callerName: kept.callerName, callerNumber: kept.callerNumber,
            dialled: kept.dialled, headers: [], clientState: nil, preferredCodecs: [])
        answeredBy = kept.winner
        claimCount = kept.epoch
        createdAt = kept.createdAt
        rangAt = kept.rangAt
        answeredAt = kept.answeredAt
        legs = kept.legs.map(Leg.init)
        if !isDelivered { legs[Self.caller].state = .ringing }
    }
}

extension KeptLeg {
    fileprivate init(_ leg: Leg, _ media: LegMedia) {
        self.init(
            id: leg.id, callID: leg.callID,
            device: DeviceSession(id: leg.session, user: leg.user, device: leg.device, capabilities: leg.capabilities),
            takesCandidates: leg.takesCandidates, description: media.whole, isHeld: leg.isHeld,
            ending: leg.state.ending)
    }
}

extension Leg {
    fileprivate init(_ kept: KeptLeg) {
        self.init(
            id: kept.id, callID: kept.callID, of: RegisteredSession(kept.device, connection: nil),
            takesCandidates: kept.takesCandidates)
        // Whoever was rung and did not come into the call finds it gone when coming back.
        state = kept.ending.map { .over($0, isKnown: true) } ?? .answered
        if let description = kept.description { media = LegMedia(description: description, trickles: false) }
        isHeld = kept.isHeld
    }
}

extension Exchange {
    /// Goes on with a call that an earlier run left. Its two devices have as long to come back as after a lost
    /// connection; then it ends as any call whose device is lost.
    mutating func recover(_ kept: KeptCall, _ turn: inout Turn) {
        guard calls[kept.session] == nil else { return }
        var call = CallSession(kept)
        registrations.begin(call.id, caller: call.legs[CallSession.caller].user, callee: call.callee)
        for user in kept.usersOfNumber ?? [] { registrations.expect(user, in: call.id) }
        for (index, leg) in kept.legs.enumerated() where leg.ending == nil {
            expectBack(leg.device, &turn)
            registrations.add(LegAddress(session: call.id, index: index), named: leg.callID, to: leg.device.id)
            call.record(.legDetached(leg.id), &turn)
        }
        // Whether whoever decides a call to a number had heard of that before the exchange died nobody knows.
        if call.commanded != nil { call.report(.joined(kept.legs[kept.winner].id), &turn) }
        calls[call.id] = call
    }

    private mutating func expectBack(_ device: DeviceSession, _ turn: inout Turn) {
        guard registrations.sessions[device.id] == nil else { return }
        let deadline = turn.start(.resume(device.id), after: limits.resumeTime)
        registrations.add(device, resumeDeadline: deadline)
    }

    /// Calls to numbers that somebody has answered. Of those an earlier run left, whoever decides them may have known an
    /// end that was not kept here.
    public var answeredCallsToNumbers: [CallSessionID] {
        calls.values.filter { $0.commanded != nil && $0.isKept }.map(\.id).sorted()
    }
}
