internal import CallModel
internal import Redaction

/// One call at the gateway: its caller, every device that was rung for it, and how it ended for each.
///
/// It is the conversation of two legs: offer, answer, candidates, hold, new descriptions and the return after a lost
/// socket. A ring session decides which devices ring, who has the call and when it is given up. The call carries out
/// its commands and reports what happens to the legs. The exchange finds the call an event is for, and checks who sent
/// it.
struct GatewayCall: Hashable, Sendable {
    let id: CallSessionID
    /// The user on the called side; nil for a call to a number. A transfer changes it.
    var callee: UserID?
    /// The organization the caller's device spoke for when it placed the call.
    let organization: String?
    /// The user whose device takes a message when no device takes the call.
    let attendant: UserID?
    /// The user a message is for: the callee, or the user whose mailbox a number has.
    let mailbox: UserID?
    /// The users a call to a number was to ring, each once; nil for a call between users.
    var usersOfNumber: [UserID]?
    /// How the call ends if it cannot ring.
    let failure: Ending?
    /// Why no device of the callee took the call, once it was diverted. The call ends like this if the attendant
    /// fails too.
    var divertedAfter: Ending?
    /// The index of the attendant's leg, once it was rung.
    var attendantLeg: Int?
    /// Whether the attendant did not answer in time.
    var isAttendantLate = false
    /// The devices that answered, and wait for the ring session to decide whether they have the call.
    var answers: [WaitingAnswer] = []
    /// Legs that were ordered for devices that were not logged in. If the order comes again after the device logged in,
    /// the leg stays over, because the ring session already knows that it is over.
    var unreachable: Set<LegID> = []
    /// Counts changes: see ``record(_:_:)``.
    var version: UInt64 = 0
    var state: GatewayCallState
    /// The caller first, then the devices in the order they were planned.
    var legs: [Leg] = []
    /// The message that rings a device. Its name and description are filled in for each device.
    var invitation: CallInvitation
    /// The callee's devices that were rung by push.
    var woken: [DeviceID] = []
    /// The device that may describe its media while it rings; nil until one is asked to.
    var early: EarlyDescriber?
    @Indirect var renegotiation: Renegotiation? = nil
    /// The offer one side makes because the other came back. Never set together with `renegotiation`.
    @Indirect var freshOffer: FreshOffer? = nil
    /// Another device that takes the answered call from one that has it.
    @Indirect var replacement: LegReplacement? = nil
    /// The transfer that one of the two parties of this answered call asked for.
    @Indirect var transfer: Transfer? = nil
    /// The answered call for which this one rings the target of a transfer; nil of a call that its caller placed.
    var transferred: CallSessionID?
    /// The offer for the other side of that call, which the target's device is asked for once it has answered.
    @Indirect var offerToTransfer: AwaitedOffer? = nil
    /// How many new descriptions devices were asked to answer or to make.
    var offerCount: UInt32 = 0
    /// The index of the leg that answered; it stays set after the call's end.
    var answeredBy: Int?
    /// How often the call was claimed.
    var claimCount: UInt32 = 0
    let createdAt: Duration
    var rangAt: Duration?
    var answeredAt: Duration?
    var endedAt: Duration?

    static let caller = 0

    /// - Parameters:
    ///   - permitted: nil if the call is refused; it then ends at once.
    ///   - failure: how it ends if it cannot ring; nil if it can.
    init(
        _ dialing: Dialing, from device: RegisteredSession, as permitted: PermittedCall?, failure: Ending?, turn: Turn
    ) {
        id = dialing.session
        callee = permitted?.callee
        organization = dialing.organization
        attendant = dialing.attendant
        mailbox = permitted?.callee ?? dialing.mailbox
        self.failure = failure
        // A call that fails needs no command.
        if case .number = permitted?.target, failure == nil { usersOfNumber = [] }
        createdAt = turn.now
        state = .ringing(Ringing(deadline: turn.now + turn.limits.ringTime))
        let leg = LegID(session: dialing.session, ordinal: 0)
        invitation = CallInvitation(
            name: CallName(callID: dialing.callID, session: dialing.session, leg: leg), description: "",
            trickles: dialing.trickles, callerName: permitted?.callerName ?? "",
            callerNumber: permitted?.callerNumber ?? "", dialed: dialing.dialed, headers: dialing.headers,
            clientState: dialing.clientState, preferredCodecs: dialing.preferredCodecs)
        invitation.takesEarlyDescription =
            permitted?.connectsWhileRinging == true && dialing.trickles
            && device.capabilities.contains(.earlyDescriptions)
        var caller = Leg(id: leg, callID: dialing.callID, of: device, takesCandidates: dialing.trickles)
        caller.media = LegMedia(description: dialing.description, trickles: dialing.trickles)
        legs.append(caller)
    }

    var isEnded: Bool {
        if case .ended = state { true } else { false }
    }

    /// Whether no device has answered yet.
    var isRinging: Bool {
        if case .ringing = state { true } else { false }
    }

    /// Whether it is a call to a number, whose ring session lives outside of the exchange.
    var isToNumber: Bool { usersOfNumber != nil }

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
        if isToNumber { return }  // Its ring session keeps its history.
        turn.effects.append(
            .journal(JournalRecord(session: id, version: version, time: turn.now, change: change)))
    }

    /// Sends a message to a leg's device, if it has a connection.
    func send(_ index: Int, _ message: ExchangeMessage, _ turn: inout Turn) {
        guard let connection = legs[index].connection else { return }
        turn.send(message, to: connection)
    }
}

/// Stores a value that most owners lack outside of the owner. A call in a dictionary is moved out and back by each
/// change, so it should be small.
@propertyWrapper
struct Indirect<Value: Hashable & Sendable>: Hashable, Sendable {
    private indirect enum Storage: Hashable, Sendable {
        case none
        case some(Value)
    }

    private var storage: Storage

    init(wrappedValue: Value?) {
        storage = wrappedValue.map { Storage.some($0) } ?? Storage.none
    }

    var wrappedValue: Value? {
        get { if case .some(let value) = storage { value } else { nil } }
        set { storage = newValue.map { Storage.some($0) } ?? Storage.none }
    }
}

/// How far a call has come.
enum GatewayCallState: Hashable, Sendable {
    /// No device has answered. Lasts at most the ring time.
    /// Leaves to: `active` (a device answered), `ended` (canceled, declined everywhere, not answered, caller lost).
    case ringing(Ringing)
    /// One device has answered. Lasts until one side ends it.
    /// Leaves to: `ended` (hung up, a side lost for good, the operator).
    case active(CallClaim)
    /// It is over.
    case ended(Ending)
}

/// The state of a call that no device has answered.
struct Ringing: Hashable, Sendable {
    /// When the ring time is over, since the shell's origin.
    var deadline: Duration
    /// Until when the caller may come back; nil while it is connected.
    var callerGrace: Duration?
    /// Until when the call waits for the caller's candidates, for devices that need them all at once.
    var offerGathering: Duration?
    /// Whether the ring time is over.
    var isOver = false

    init(deadline: Duration) {
        self.deadline = deadline
    }
}
