public import CallModel
public import Redaction
internal import RingCore

/// The stored data of an answered call with which another run of the exchange can go on with it.
///
/// The media pass between the phones and do not stop when an exchange dies. Without this data the next run would not
/// know who is in the call and how to find each device again.
public struct KeptCall: Hashable, Sendable {
    /// The call, which keeps this id in the next run.
    public let session: CallSessionID
    /// The version of the call when the data was stored; the journal may know of later ones.
    public var version: UInt64
    /// The user the call is for; nil for a call to a number.
    public let callee: UserID?
    /// The organization the caller's device spoke for.
    public let organization: String?
    /// The caller's name, as called devices were shown it.
    public let callerName: Redacted<String>
    /// The caller's number, as called devices were shown it.
    public let callerNumber: Redacted<String>
    /// The text the caller dialed.
    public let dialed: Redacted<String>
    /// The users a call to a number was to ring; nil for a call between users.
    public let usersOfNumber: [UserID]?
    /// The caller's leg, then the called ones in the order they were planned.
    public let legs: [KeptLeg]
    /// The index of the leg that answered.
    public let winner: Int
    /// The number of the claim, counted from 1.
    public let epoch: UInt32
    /// The answering app's headers until the caller was told of the answer; nil from then on.
    public let answerHeaders: [CustomHeader]?
    /// When the call was placed, since the shell's origin. The time is negative if that was in an earlier run; so may
    /// the other two be.
    public let createdAt: Duration
    /// When the first device was told to ring.
    public let rangAt: Duration?
    /// When the call was answered.
    public let answeredAt: Duration

    /// Makes the data from stored values. Fails if they do not describe an answered call.
    public init?(
        session: CallSessionID, version: UInt64, callee: UserID?, organization: String?,
        callerName: Redacted<String>, callerNumber: Redacted<String>, dialed: Redacted<String>,
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
        self.dialed = dialed
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
    /// The leg, which keeps this id in the next run.
    public let id: LegID
    /// The call's name on this device's wire.
    public let callID: CallID
    /// The device's login, by which it is recognized when it comes back.
    public let device: DeviceSession
    /// Whether candidates can be sent to it one by one.
    public let takesCandidates: Bool
    /// The device's description with its known candidates; nil if the device has left the call or has described none.
    public let description: Redacted<String>?
    /// Whether it holds the call.
    public let isHeld: Bool
    /// How the call ended for the device; nil while it is in the call.
    public let ending: Ending?

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

extension GatewayCall {
    /// Whether the call is stored for another run of the exchange. It is from its answer on, unless a message is
    /// being left, as the attendant dies with the exchange, or the call rang the target of a transfer: the call that is
    /// transferred is stored, and goes on with its own two sides.
    var isKept: Bool {
        guard transferred == nil, case .active(let claim) = state else { return false }
        return attendantLeg != claim.winner
    }

    /// The data to store of the call; nil if it is not stored.
    var keptCall: KeptCall? {
        guard isKept, case .active(let claim) = state, let answeredAt else { return nil }
        return KeptCall(
            session: id, version: version, callee: callee, organization: organization,
            callerName: invitation.callerName, callerNumber: invitation.callerNumber, dialed: invitation.dialed,
            usersOfNumber: usersOfNumber, legs: keptLegs.map { KeptLeg(legs[$0], settledMedia(of: $0)) },
            winner: claim.winner,
            epoch: claim.epoch, answerHeaders: claim.delivery == .delivered ? nil : claim.headers,
            createdAt: createdAt, rangAt: rangAt, answeredAt: answeredAt)
    }

    /// The legs to store: all but that of a device that takes the call and does not have it yet, which is the last.
    private var keptLegs: Range<Int> { replacement == nil ? legs.indices : 0..<legs.count - 1 }

    /// A leg's media without changes that may yet be taken back.
    private func settledMedia(of index: Int) -> LegMedia {
        if let replacement, replacement.peer == index { return replacement.peerBefore }
        if let freshOffer, freshOffer.offerer == index { return freshOffer.before }
        guard let renegotiation else { return legs[index].media }
        if renegotiation.answerer == index { return renegotiation.answererBefore }
        if case .request = renegotiation.origin, renegotiation.offerer == index { return renegotiation.offererBefore }
        return legs[index].media
    }

    /// Stores the call in its present state.
    func keep(_ turn: inout Turn) {
        if let keptCall { turn.effects.append(.keep(keptCall)) }
    }

    /// Makes an answered call of an earlier run, whose devices have no connection.
    init(_ kept: KeptCall) {
        let caller = kept.legs[Self.caller]
        id = kept.session
        callee = kept.callee
        organization = kept.organization
        attendant = nil
        mailbox = nil
        usersOfNumber = kept.usersOfNumber
        failure = nil
        version = kept.version
        let isDelivered = kept.answerHeaders == nil
        state = .active(
            CallClaim(
                winner: kept.winner, epoch: kept.epoch, headers: kept.answerHeaders ?? [],
                delivery: isDelivered ? .delivered : .awaitingCaller))
        invitation = CallInvitation(
            name: CallName(callID: caller.callID, session: kept.session, leg: caller.id), description: "",
            trickles: false, callerName: kept.callerName, callerNumber: kept.callerNumber,
            dialed: kept.dialed, headers: [], clientState: nil, preferredCodecs: [])
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
        // A device that was rung and is not in the call learns of the end by not finding the call when it comes back.
        state = kept.ending.map { .over($0, isKnown: true) } ?? .answered
        if let description = kept.description { media = LegMedia(description: description, trickles: false) }
        isHeld = kept.isHeld
    }
}

extension Exchange {
    /// Goes on with a call of an earlier run. Its two devices have the resume time to come back; after that the call
    /// ends like any call whose device is lost.
    mutating func recover(_ kept: KeptCall, _ turn: inout Turn) {
        guard calls[kept.session] == nil else { return }
        var call = GatewayCall(kept)
        registrations.begin(call.id, caller: call.legs[GatewayCall.caller].user, callee: call.callee)
        for user in kept.usersOfNumber ?? [] { registrations.expect(user, in: call.id) }
        for (index, leg) in kept.legs.enumerated() where leg.ending == nil {
            expectBack(leg.device, &turn)
            registrations.add(LegIndex(session: call.id, index: index), named: leg.callID, to: leg.device.id)
            call.record(.legDetached(leg.id), &turn)
        }
        // The ring session may not have heard of the answer before the exchange died, so it is told again.
        if call.isToNumber { call.report(.bridged(.leg(kept.legs[kept.winner].id)), &turn) }
        calls[call.id] = call
    }

    private mutating func expectBack(_ device: DeviceSession, _ turn: inout Turn) {
        guard registrations.sessions[device.id] == nil else { return }
        let deadline = turn.start(.resume(device.id), after: limits.resumeTime)
        registrations.add(device, resumeDeadline: deadline)
    }

    /// The answered calls to numbers. For those of an earlier run, the ring session may know of an end that was not
    /// stored here.
    public var answeredCallsToNumbers: [CallSessionID] {
        calls.values.filter { $0.isToNumber && $0.isKept }.map(\.id).sorted()
    }
}
