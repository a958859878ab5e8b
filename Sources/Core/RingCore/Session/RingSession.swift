public import CallModel

/// One call that rings for somebody: who may take it, who has, and what is told to whom.
///
/// Everything is decided here and nothing is done here. The shell keeps the session in a store and runs each event in
/// one transaction: read, handle, write with a compare-and-set on ``revision``, together with all effects. What
/// follows from that: a claim is durable before anybody is joined, and a crash leaves either all of a decision or none.
///
/// All times are since the origin of the store's clock, the same for every process that works on the session.
public struct RingSession: Hashable, Sendable, Codable {
    /// The name of the call.
    public let id: CallSessionID
    /// Whose number was called, or who calls out.
    public let organization: OrganizationID
    /// What that organization wants.
    public let policy: RingPolicy
    /// Of a call that a user makes out to the public network; nil: it is none. Optional, so that what was stored before can
    /// be read.
    public let outbound: OutboundCall?
    /// Since a call out has changed hands. Optional, as ``outbound`` is.
    var reversal: Reversal?
    /// When it came in.
    public internal(set) var openedAt: Duration
    /// Until when it rings: the one deadline of devices, pushes, dials and our own sweeper.
    public internal(set) var deadline: Duration
    /// Where it stands.
    public internal(set) var phase: RingPhase = .ringing
    /// How often the claim was vacated. Each epoch has one claim at most.
    public internal(set) var epoch: UInt32 = 0
    /// Grows by one whenever ``status`` changes.
    public internal(set) var version: UInt64 = 0
    /// Grows by one with every change: what a store compares before it writes.
    public internal(set) var revision: UInt64 = 0
    /// The caller's leg.
    public internal(set) var parent: ParentLeg
    /// Everybody who may be rung, in the order they are rung.
    public internal(set) var devices: [RungDevice] = []
    /// Every leg there was, by ordinal.
    public internal(set) var legs: [RingLeg] = []
    /// Who had it at the end.
    public internal(set) var winner: DeviceID?
    /// Who is brought in beside the winner, or shall take up a parked caller.
    public internal(set) var beside: Beside?
    /// Until when the caller may be parked; kept until somebody has taken them up.
    var parkedUntil: Duration?
    /// Which group of devices rings, and when the next joins in.
    var stage: UInt8 = 0
    var nextStageAt: Duration?
    var recording: ConversationRecording = .off
    /// Orders about the recording so far: part of their names. Optional, so that what was stored before can be read.
    var recordingTurns: UInt8?
    var bridgedAt: Duration?
    /// Users of the number. Optional, so that what was stored before can be read.
    public internal(set) var owners: [UserID]?
    /// Users who are no more, of those the call was for: no message is theirs. Optional, as ``owners`` is.
    var formerUsers: [UserID]?
    /// The recording of a message that was dealt with last.
    var lastMessage: RecordingID?
    /// What a caller said before a device took the call: a message unless they talk. Optional, as ``owners`` is.
    var unsettledMessages: [UnsettledMessage]?
    /// The recording of a conversation that was dealt with last.
    var lastConversation: RecordingID?
    /// Messages that a carrier was told to record and has not handed over. Optional, as ``owners`` is.
    var messagesAwaited: UInt8?
    /// Of a call that is over: until when a carrier may take to hand over what it recorded. Optional, as ``owners`` is.
    var savingUntil: Duration?
    /// Commands whose result is awaited.
    var pending: [PendingCommand] = []
    /// Whether the carrier ever did what it was told, and whether it ever did not.
    var hasCarrierObeyed = false
    var hasCarrierFailed = false

    init(_ call: InboundCall, at now: Duration) {
        id = call.session
        organization = call.organization
        policy = call.outbound == nil ? call.policy : call.policy.ofCallOut
        outbound = call.outbound
        openedAt = now
        deadline = now + min(call.policy.ringTime, RingLimits.ringTimeMax)
        parent = ParentLeg(carrierID: call.parent)
        owners = call.owners.eachOnce
        if call.policy.recordsConversations {
            switch call.consent {
            case .none: recording = .off
            case .given: recording = .wanted
            case .byAnnouncement: recording = .unannounced
            }
        }
    }

    /// Takes one event, and appends what follows from it.
    public mutating func handle(_ event: RingEvent, at now: Duration, into effects: inout [RingEffect]) {
        let before = self
        take(event, now, &effects)
        settle(now, &effects)
        notePending(now)
        conclude(before, &effects)
    }

    private mutating func take(_ event: RingEvent, _ now: Duration, _ effects: inout [RingEffect]) {
        switch event {
        case .carrier(let news): take(news, now, &effects)
        case .result(let id, let result): take(result, of: id, now, &effects)
        case .device(let device, let request, let round, let process):
            take(request, of: device, round: round, process, now, &effects)
        case .membership(let change): take(change, now, &effects)
        case .glare(let news): take(news, now, &effects)
        case .request(let request, let seen): take(request, seen: seen, now, &effects)
        case .due: sweep(now, &effects)
        case .reconcile: lookAtEverything(now, &effects)
        }
    }

    /// Draws what follows from the state alone, whatever event led to it.
    mutating func settle(_ now: Duration, _ effects: inout [RingEffect]) {
        if case .ringing = phase { keepRinging(now, &effects) }
        fillSilence(now, &effects)
        tendRecording(&effects)
        settleMessages(&effects)
        if !awaitsRecordings { savingUntil = nil }
        if case .ended = phase { endParent(now, &effects) }
        endUnwantedLegs(now, &effects)
    }

    /// When commands were decided on: before that nobody sent them.
    mutating func notePending(_ now: Duration) {
        for index in pending.indices where pending[index].orderedAt == nil { pending[index].orderedAt = now }
    }

    mutating func conclude(_ before: RingSession, _ effects: inout [RingEffect]) {
        guard self != before else { return }
        revision += 1
        if status != before.status {
            version += 1
            effects.append(.stateChanged(status))
        }
        if isClosed && !before.isClosed { effects.append(.closed) }
        if nextDue != before.nextDue { effects.append(.wake(at: nextDue)) }
    }
}

/// Where a session stands. Each case holds what exists then and only then.
public enum RingPhase: Hashable, Sendable, Codable {
    /// Devices ring, at most until the deadline.
    /// Leaves to: `claimed` (answer, claim), `voicemail` (nobody left), `ended` (caller gone, nobody left).
    case ringing
    /// One leg has the call; caller and leg are being joined.
    /// Leaves to: `active` (bridged), `ringing`, `voicemail`, `apology`, `parked` (winner lost), `ended` (caller gone).
    case claimed(Claim)
    /// They talk, at most ``RingLimits/callTimeMax``; or the winner consults somebody, and the caller waits.
    /// Leaves to: `claimed` (handed over, taken back), `parked`, `ended`.
    case active(Conversation)
    /// The caller waits to be taken up.
    /// Leaves to: `claimed` (taken up), `apology` (by nobody), `ended` (caller gone).
    case parked(Parking)
    /// The caller hears a greeting or speaks.
    /// Leaves to: `claimed` (rescue), `ended`.
    case voicemail(Voicemail)
    /// The caller hears that it went wrong, at most until then.
    /// Leaves to: `ended`.
    case apology(until: Duration)
    /// Over. Legs may still have to go.
    case ended(RingOutcome)
}

/// Caller and winner talk.
public struct Conversation: Hashable, Sendable, Codable {
    /// The winner's device.
    public let device: DeviceID
    /// Its leg.
    public let leg: LegID
    /// Since when.
    public let since: Duration
}
