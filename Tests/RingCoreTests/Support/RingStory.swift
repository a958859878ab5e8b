import CallModel
import RingCore

/// One call, told event by event: what happens is a line, and what follows is asked between the lines.
///
/// The carrier carries out commands only where the story says so.
struct RingStory {
    var session: RingSession
    private(set) var now: Duration
    /// What followed from the last event.
    private(set) var effects: [RingEffect] = []
    /// What followed from all events.
    private(set) var everything: [RingEffect] = []
    var checker = PromiseChecker()
    /// A bug planted between the session and its events.
    var tampering: RingTampering?
    private var seenCommands: Set<RingCommandID> = []

    static let organization = OrganizationID("org")
    static let session = CallSessionID(UUIDValue(high: 7, low: 1))
    static let start: Duration = .seconds(1000)

    /// A call comes in.
    init(
        _ devices: [DeviceCandidate], policy: RingPolicy = .plain, consent: RecordingConsent = .none,
        isGone: Bool = false, owners: [UserID]? = nil, outbound: OutboundCall? = nil,
        session id: CallSessionID = RingStory.session, at now: Duration = RingStory.start
    ) {
        self.now = now
        let call = InboundCall(
            session: id, organization: Self.organization, parent: CarrierLegID("caller"), devices: devices,
            owners: owners, policy: policy, consent: consent, isGone: isGone, outbound: outbound)
        let opened = RingSessionUpdate(opening: call, at: now)
        (session, effects) = (opened.session, opened.effects)
        checker = PromiseChecker(consent: consent)
        checker.watch(nil, nil, effects, session)
        remember()
    }

    /// A call comes in for devices `a`, `b`, … of one user, and all of them ring.
    static func ringing(_ count: Int, policy: RingPolicy = .plain, consent: RecordingConsent = .none) -> RingStory {
        var story = RingStory(DeviceCandidate.several(count), policy: policy, consent: consent)
        for number in 1...count { story.rings(number) }
        return story
    }

    private mutating func remember() {
        everything += effects
        for case .command(let command, let id) in effects where !seenCommands.insert(id).inserted {
            checker.violate("I9: two commands share a name: \(command)")
        }
    }

    /// Anything happens.
    mutating func happens(_ event: RingEvent) {
        let before = session
        // What came to nothing for the moment may be said again under its name.
        if case .result(let id, let result) = event, result.isForTheMoment { seenCommands.remove(id) }
        var update = RingSessionUpdate(of: session)
        update.apply(event, at: now)
        (session, effects) = (update.session, update.effects)
        if let tampering { effects = tampering.tamper(effects, before, session) }
        checker.watch(event, before, effects, session)
        remember()
    }

    mutating func receive(_ event: CarrierEvent) { happens(.carrier(event)) }

    /// Time passes; the session is woken whenever it asked to be.
    mutating func passes(_ time: Duration) {
        var followed: [RingEffect] = []
        let end = now + time
        while let due = session.nextDue, due <= end {
            now = max(now, due)
            happens(.due)
            followed += effects
        }
        now = end
        effects = followed
    }

    /// Time passes, and the session is not woken.
    mutating func passesUnnoticed(_ time: Duration) { now += time }

    func leg(_ number: Int) -> LegID { LegID(session: session.id, ordinal: UInt16(number)) }
    func ref(_ number: Int) -> LegRef { .leg(leg(number)) }
    func rank(_ number: Int) -> LegRank { session.legs[number - 1].rank }
    func reason(_ device: String) -> DeviceReason? {
        session.devices.first { $0.device == DeviceID(device) }?.reason
    }

    /// The name of the last command for a purpose about a leg.
    func command(_ purpose: CommandPurpose, _ leg: LegRef) -> RingCommandID? {
        everything.reversed().lazy.compactMap { effect -> RingCommandID? in
            guard case .command(let command, let id) = effect, command.isAbout(purpose, leg) else { return nil }
            return id
        }.first
    }

    var outcome: RingOutcome? { session.status.outcome }
    var stage: RingStatus.Stage { session.status.stage }
}
