import CallModel
import RingCore

/// The stored session, its outbox, the carrier, and everything on its way between them. Time stands at zero; moments
/// to come are counted from there.
struct RingWorld: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        var command: CarrierCommand
        var id: RingCommandID
        var isSent = false
        /// Whether it was marked as being sent, which no crash undoes: it cannot be taken back.
        var isMarked = false
    }

    struct Reply: Hashable, Sendable {
        var id: RingCommandID
        var leg: LegRef
        var answer: CarrierModel.Answer
    }

    var session: RingSession
    var outbox: [Row] = []
    var carrier: CarrierModel
    /// Sorted: what arrives in any order has none.
    var mail: [Mail] = []
    var replies: [Reply] = []
    var faults: RingFaults
    var claims: Int
    /// How often an app may still end while it rings, and begin anew; the carrier notices nothing.
    var returns = 0
    /// Legs that reach an app that has ended.
    var dead: Set<Int> = []
    /// What an operator may still ask for, each once.
    var requests: [RingRequest]
    /// How often a party may still hold, and a device be logged out.
    var holds = 0
    var departures = 0
    /// Whether the number's only user may still be removed.
    var removesUser = false
    var checker: PromiseChecker
    /// How long the caller has heard nothing.
    var silence: Duration = .zero
    /// How long there has been a leg that should have gone.
    var lingering: Duration = .zero
    var lostSomething = false
    /// The state on disk before the last event; kept only where a planted bug needs it.
    var before: RingSession?
    let tampering: RingTampering?
    let reduction: RingReduction

    init(
        _ call: InboundCall, faults: RingFaults, claims: Int, requests: [RingRequest], legs: Int,
        tampering: RingTampering?, carrier habits: CarrierHabits, reduction: RingReduction = .none
    ) {
        let opened = RingSessionUpdate(opening: call, at: .zero)
        var effects = opened.effects
        checker = PromiseChecker(consent: call.consent)
        session = opened.session
        carrier = CarrierModel(legs: legs, habits)
        self.faults = faults
        self.claims = claims
        self.requests = requests
        self.tampering = tampering
        self.reduction = reduction
        if tampering == .dialsRefusedCalls {
            effects = RingTampering.dialsRefusedCalls.tamper(effects, session, session)
        }
        checker.watch(nil, nil, effects, session)
        carryOut(effects)
        session = session.relative(to: .zero)
    }

    /// One event is one transaction: the session as it is then, and what follows, together.
    mutating func handle(_ event: RingEvent) {
        let old = session
        var update = RingSessionUpdate(of: session)
        let heard = tampering?.misheard(event) ?? event
        if tampering?.passes(event) ?? true { update.apply(heard, at: .zero) }
        session = update.session
        var effects = update.effects
        if let tampering { effects = tampering.tamper(effects, old, session) }
        checker.watch(event, old, effects, session)
        if tampering?.keepsBefore ?? false, old.relative(to: .zero) != session.relative(to: .zero) { before = old }
        if !old.isReversed, session.isReversed { changePlaces() }
        carryOut(effects)
        session = session.relative(to: .zero)
    }

    /// Who called out and whom they called have changed places: leg 0 is that of the kept party. An event of
    /// the former leg 0 names its leg; an event of the called party has the name by which the leg
    /// was rung.
    private mutating func changePlaces() {
        guard let own = session.legs.first(where: { $0.device == session.outbound?.device }) else { return }
        let number = number(.leg(own.id))
        carrier.changePlaces(of: 1, and: number)
        mail = mail.map { $0.isOfCaller ? $0.moved(to: number) : $0 }.sorted()
        for index in replies.indices where replies[index].leg == .parent { replies[index].leg = .leg(own.id) }
    }

    private mutating func carryOut(_ effects: [RingEffect]) {
        for effect in effects {
            switch effect {
            case .command(let command, let id):
                if !outbox.contains(where: { $0.id == id }) { outbox.append(Row(command: command, id: id)) }
            case .withdraw(let id): withdraw(id)
            case .alarm(.hangUpIgnored): checker.violate("I3: a leg does not go though it was told to")
            case .push, .notice, .reply, .stateChanged, .record, .wake, .alarm, .refused, .closed: break
            }
        }
    }

    private mutating func withdraw(_ id: RingCommandID) {
        guard let index = outbox.firstIndex(where: { $0.id == id && !$0.isMarked }) else { return }
        let row = outbox.remove(at: index)
        replies.append(Reply(id: row.id, leg: row.command.leg, answer: .result(.withdrawn)))
    }

    func number(_ leg: LegRef) -> Int {
        switch leg {
        case .parent: 0
        // Whom a user called, and who was kept in a call that changed hands, is the caller of the carrier's then.
        case .leg(let id) where session.isReversed && id == LegID(session: session.id, ordinal: 1): 0
        case .leg(let id): session.legs.firstIndex { $0.id == id }.map { $0 + 1 } ?? 0
        }
    }

    /// I15: whether all that the carrier has recorded came to an end that is known. Asked once nothing is to come.
    var accountsForRecordings: Bool {
        guard session.isClosed, !isAnythingUnderWay else { return true }
        return carrier.recordings.allSatisfy {
            checker.accounts(for: $0.recording, of: $0.kind, hasLost: lostSomething)
        }
    }

    var isAnythingUnderWay: Bool { outbox.contains { !$0.isSent } || !mail.isEmpty || !replies.isEmpty }

    /// Whether session and carrier agree that two people talk: then only they change it.
    var isConversation: Bool {
        guard case .active(let talk) = session.phase else { return false }
        return carrier.isCallerThere && carrier.bridgedTo == number(.leg(talk.leg))
    }

    /// Whether session and carrier agree that winner and another talk while the caller waits.
    var isConsultation: Bool {
        guard case .active(let talk) = session.phase, let beside = session.beside, beside.isJoined else { return false }
        let consulted = session.legs.last { $0.device == beside.device }
        return consulted.map { carrier.consulting == [number(.leg(talk.leg)), number(.leg($0.id))] } ?? false
    }

    /// How long a leg may be there though its call is over, or though it has to go: as long as a dial may ring of which
    /// nothing was heard, and the looks after it.
    static let lingerMax = RingLimits.ringTimeMax

    /// Whether the carrier has a leg that is no longer wanted.
    var hasZombie: Bool {
        carrier.legs.indices.contains { number in
            guard carrier.legs[number] == .ringing || carrier.legs[number] == .answered else { return false }
            if case .ended = session.phase { return true }
            return number > 0 && number <= session.legs.count && !session.legs[number - 1].isWanted
        }
    }

    mutating func post(_ sent: [Mail]) {
        mail += sent
        mail.sort()
    }
}

extension RingRequest {
    /// Whether the conversation goes to another device by it.
    var changesHands: Bool {
        switch self {
        case .park, .consult: true
        case .transfer, .completeTransfer, .cancelTransfer, .unpark, .barge, .end: false
        }
    }
}

extension CarrierCommand {
    /// Whether it joins the caller to a leg.
    var isBridge: Bool {
        switch self {
        case .bridge, .rebridge: true
        default: false
        }
    }

    var leg: LegRef {
        switch self {
        case .dial(let leg, _), .bridge(let leg, _), .rebridge(let leg), .consult(_, let leg), .barge(let leg, _),
            .confirm(let leg):
            .leg(leg)
        case .answer(let leg), .hangUp(let leg, _), .look(let leg): leg
        case .reject, .play, .stopPlayback, .recordMessage, .stopRecording, .recordConversation, .pauseRecording,
            .resumeRecording:
            .parent
        }
    }
}
