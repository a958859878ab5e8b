internal import CallModel
internal import Redaction

/// One call: its caller, every device that was rung for it, and what became of them.
///
/// It decides everything about itself; the exchange finds it, and tells it who asks.
struct CallSession: Hashable, Sendable {
    let id: CallSessionID
    let callee: UserID?
    /// The one the call began in.
    let organization: String?
    /// Who takes a message when nobody takes the call.
    let attendant: UserID?
    /// Why nobody of the callee took the call, once it is for the attendant: how it ends if that does not take it either.
    var divertedAfter: Ending?
    /// What it has besides if its course is commanded from outside; nil of a call between users.
    var commanded: CommandedCall?
    /// Counts changes: see ``record(_:_:)``.
    var version: UInt64 = 0
    var state: CallState
    /// The caller first, then the devices in the order they were planned.
    var legs: [Leg] = []
    /// What a device is told when it is rung; its description and name are filled in for each.
    var invitation: Invitation
    /// The callee's devices that were rung by push.
    var woken: [DeviceID] = []
    var renegotiation: Renegotiation?
    /// The offer one side makes for the other's return. Never together with `renegotiation`.
    var freshOffer: FreshOffer?
    /// How many new descriptions were passed to be answered.
    var offerCount: UInt32 = 0
    /// The leg that answered, also after the end.
    var answeredBy: Int?
    /// How many claims there were.
    var claimCount: UInt32 = 0
    let createdAt: Duration
    var rangAt: Duration?
    var answeredAt: Duration?
    var endedAt: Duration?

    static let caller = 0

    /// - Parameter permitted: nil: the call may not be, and ends at once.
    init(_ dialling: Dialling, from device: RegisteredSession, as permitted: PermittedCall?, turn: Turn) {
        id = dialling.session
        callee = permitted?.callee
        organization = dialling.organization
        attendant = dialling.attendant
        if case .number = permitted?.target { commanded = CommandedCall(mailbox: dialling.mailbox) }
        createdAt = turn.now
        state = .ringing(Ringing(deadline: turn.now + turn.limits.ringTime))
        let leg = LegID(session: dialling.session, ordinal: 0)
        invitation = Invitation(
            name: CallName(callID: dialling.callID, session: dialling.session, leg: leg), description: "",
            trickles: dialling.trickles, callerName: permitted?.callerName ?? "",
            callerNumber: permitted?.callerNumber ?? "", dialled: dialling.dialled, headers: dialling.headers,
            clientState: dialling.clientState, preferredCodecs: dialling.preferredCodecs)
        var caller = Leg(id: leg, callID: dialling.callID, of: device, takesCandidates: dialling.trickles)
        caller.media = LegMedia(description: dialling.description, trickles: dialling.trickles)
        legs.append(caller)
    }

    var isEnded: Bool {
        if case .ended = state { true } else { false }
    }

    func name(of index: Int) -> CallName {
        CallName(callID: legs[index].callID, session: id, leg: legs[index].id)
    }

    /// The leg on the other side of an answered call; `nil` of a leg that is not in it.
    func peer(of index: Int) -> Int? {
        guard case .active(let claim) = state else { return nil }
        if index == Self.caller { return claim.winner }
        return index == claim.winner ? Self.caller : nil
    }

    mutating func record(_ change: JournalChange, _ turn: inout Turn) {
        version += 1
        if commanded != nil { return report(change, &turn) }
        turn.effects.append(
            .journal(JournalRecord(session: id, version: version, time: turn.now, change: change)))
    }

    /// Says something to a leg's device, if it can be reached.
    func tell(_ index: Int, _ message: ExchangeMessage, _ turn: inout Turn) {
        guard let connection = legs[index].connection else { return }
        turn.send(message, to: connection)
    }
}

/// How far a call has come.
enum CallState: Hashable, Sendable {
    /// Nobody has answered. At most the ring time.
    /// Leaves to: `active` (a device answered), `ended` (cancelled, declined everywhere, nobody answered, caller lost).
    case ringing(Ringing)
    /// One device has answered. As long as both want.
    /// Leaves to: `ended` (hung up, a side lost for good, the operator).
    case active(Claim)
    /// It is over.
    case ended(Ending)
}

/// A call that nobody has answered.
struct Ringing: Hashable, Sendable {
    /// When it has rung for long enough.
    var deadline: Duration
    /// Until when the caller may come back, while it is gone.
    var callerGrace: Duration?
    /// Until when the caller's candidates are awaited for devices that need them all at once.
    var offerGathering: Duration?

    init(deadline: Duration) {
        self.deadline = deadline
    }
}
