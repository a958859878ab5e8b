public import CallModel

/// A call that rings devices: which devices may take it, which one has it, and what each party is told.
///
/// The session decides everything and carries out nothing. Its owner keeps it. That of a call to a number, or out of a
/// user, is in a store, which runs each event in one transaction: read, handle, and write the session with all effects
/// by a compare-and-set on ``revision`` (``RingSessionUpdate``). So a claim is durable before two legs are joined, and
/// a crash leaves either a whole decision or none of it. That of a call between users is in the exchange's memory until
/// the call is answered or over.
///
/// All times count from the origin of the owner's clock: in a store, one that every process that works on the session
/// shares.
public struct RingSession: Hashable, Sendable, Codable {
    /// The name of the call.
    public let id: CallSessionID
    /// The organization whose number was called, or whose user calls out.
    public let organization: OrganizationID
    /// That organization's policy.
    public let policy: RingPolicy
    /// Set for a call that a user makes to the public network. Optional because sessions stored by earlier versions
    /// lack it.
    public let outbound: OutboundCall?
    /// Set once a call out has changed hands. Optional, as ``outbound`` is.
    var reversal: RoleReversal?
    /// When it came in.
    public internal(set) var openedAt: Duration
    /// When ringing ends: the one deadline of devices, pushes, dials and our own sweeper.
    public internal(set) var deadline: Duration
    /// The phase of the session.
    public internal(set) var phase: RingPhase = .ringing
    /// How often the claim was vacated. Each epoch has one claim at most.
    public internal(set) var epoch: UInt32 = 0
    /// Grows by one whenever the ``status`` of a stored session changes.
    public internal(set) var version: UInt64 = 0
    /// Grows by one with every change of a stored session. The store compares it before it writes.
    public internal(set) var revision: UInt64 = 0
    /// The caller's leg.
    public internal(set) var parent: ParentLeg
    /// Every device that may ring, in the order of ringing.
    public internal(set) var devices: [RungDevice] = []
    /// Every leg there was, by ordinal.
    public internal(set) var legs: [RingLeg] = []
    /// The device that has the call, or had it at the end.
    public internal(set) var winner: DeviceID?
    /// The device that is brought in beside the winner, or that retrieves a parked caller.
    public internal(set) var beside: ThirdParty?
    /// When parking ends; kept until a device has retrieved the caller.
    var parkedUntil: Duration?
    /// The group of devices that rings, and when the next one joins in.
    var stage: UInt8 = 0
    var nextStageAt: Duration?
    var recording: ConversationRecording = .off
    /// How many orders about the recording were given: part of their ids. Optional because sessions stored by earlier
    /// versions lack it.
    var recordingTurns: UInt8?
    var bridgedAt: Duration?
    /// Users of the number. Optional because sessions stored by earlier versions lack it.
    public internal(set) var owners: [UserID]?
    /// Deleted users among those whom the call was for: they receive no message. Optional, as ``owners`` is.
    var formerUsers: [UserID]?
    /// The last recording of a message that was handled.
    var lastMessage: RecordingID?
    /// Messages of the caller from before a device took the call. They are kept unless the two talk. Optional, as
    /// ``owners`` is.
    var unsettledMessages: [UnsettledMessage]?
    /// The last recording of a conversation that was handled.
    var lastConversation: RecordingID?
    /// How many ordered messages the carrier has not delivered. Optional, as ``owners`` is.
    var messagesAwaited: UInt8?
    /// Until when, after the end of a call, the carrier may deliver its recordings. Optional, as ``owners`` is.
    var savingUntil: Duration?
    /// Commands whose result is awaited.
    var pending: [PendingCommand] = []
    /// Whether the carrier ever carried out a command, and whether it ever failed to.
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

    /// Handles one event and appends its effects. A session that a store keeps handles it by ``RingSessionUpdate``.
    public mutating func handle(_ event: RingEvent, at now: Duration, into effects: inout [RingEffect]) {
        handle(event, now, &effects)
        settle(now, &effects)
        notePending(now)
    }

    private mutating func handle(_ event: RingEvent, _ now: Duration, _ effects: inout [RingEffect]) {
        switch event {
        case .carrier(let event): handle(event, now, &effects)
        case .result(let id, let result): handle(result, of: id, now, &effects)
        case .device(let device, let request, let round, let process):
            handle(request, of: device, round: round, process, now, &effects)
        case .arrived(let planned): arrived(planned, now, &effects)
        case .membership(let change): handle(change, now, &effects)
        case .glare(let resolution): handle(resolution, now, &effects)
        case .request(let request, let seen): handle(request, seen: seen, now, &effects)
        case .due: sweep(now, &effects)
        case .reconcile: lookAtEverything(now, &effects)
        }
    }

    /// Handles an event from a carrier.
    mutating func handle(_ event: CarrierEvent, _ now: Duration, _ effects: inout [RingEffect]) {
        switch redirected(event) {
        case .initiated(let leg, let name): adopt(leg, as: name, now, &effects)
        case .ringing(let leg): advance(leg, to: .ringing)
        case .answered(.parent): parentAnswered(now, &effects)
        case .answered(.leg(let leg)): answered(leg, now, &effects)
        case .confirmed(let leg, let isPerson): confirmed(leg, isPerson: isPerson, now, &effects)
        case .bridged(let leg, let mark): bridged(leg, by: mark, now, &effects)
        case .hungUp(.parent, let reason): parentHungUp(reason, now, &effects)
        case .hungUp(.leg(let leg), let reason): hungUp(leg, reason, now, &effects)
        case .playbackEnded(let purpose, let hasPlayed):
            playbackEnded(purpose, hasPlayed: hasPlayed, now, &effects)
        case .recordingSaved(.message, let recording, let length): messageSaved(recording, length, now, &effects)
        case .recordingSaved(.conversation, let recording, let length):
            conversationSaved(recording, length, &effects)
        case .recordingFailed(.message): messageFailed(now, &effects)
        case .recordingFailed(.conversation): conversationFailed(&effects)
        case .held(let leg, let isHeld): held(leg, isHeld)
        case .looked(let leg, let liveness): looked(leg, liveness, now, &effects)
        }
    }

    private mutating func held(_ leg: LegRef, _ isHeld: Bool) {
        switch phase {
        case .claimed, .active: break  // They may be talking, with the event of the bridge on its way.
        case .ringing, .parked, .voicemail, .apology: if isHeld { return }
        case .ended: return
        }
        switch leg {
        case .parent: parent.isHeld = isHeld
        case .leg(let id): if let index = self.leg(id), legs[index].hasAnswered { legs[index].isHeld = isHeld }
        }
    }

    /// Handles the result of a command. A result that is not awaited adds nothing to later events.
    mutating func handle(
        _ result: CommandResult, of id: RingCommandID, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard let place = pending.firstIndex(where: { $0.id == id }) else { return }
        let command = pending.remove(at: place)
        noteHealth(result)
        if willRepeat(command, after: result, now) { return }
        follow(command, result, now, &effects)
    }

    /// Handles the final result of a command.
    private mutating func follow(
        _ command: PendingCommand, _ result: CommandResult, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        switch command.purpose {
        case .dial: dialed(command.leg, result, isDoubted: command.doubt != nil, now, &effects)
        case .answer: answerCommanded(command.leg, result, now, &effects)
        case .bridge: bridgeCommanded(command.leg, result, now, &effects)
        case .consult: consultCommanded(command.leg, result, now, &effects)
        case .hangUp: hangUpCommanded(command.leg, result, now, &effects)
        case .look:
            // The reply comes as an event; only a missing reply matters here.
            switch result {
            case .accepted, .withdrawn: break
            case .alreadyOver, .refused: looked(command.leg, .over, now, &effects)
            case .notAnswered, .conflict, .rateLimited, .unavailable: looked(command.leg, .unknown, now, &effects)
            }
        case .confirm: if !result.isTaken { unconfirmed(command.leg, .failed, now, &effects) }
        case .playRingback, .playHold: toneCommanded(command.purpose, result, now, &effects)
        case .stopPlayback, .stopRecording: break  // A timeout bounds what they fill or end.
        case .playGreeting, .speakGreeting, .playApology:
            if !result.isTaken { playbackEnded(command.purpose, hasPlayed: false, now, &effects) }
        case .recordMessage: if !result.isTaken { messageNotBegun(result, now, &effects) }
        case .announceRecording: if !result.isTaken { announcementEnded(hasPlayed: false, &effects) }
        case .recordConversation, .pauseRecording, .resumeRecording:
            recordingCommanded(command.purpose, result, &effects)
        }
    }

    private mutating func noteHealth(_ result: CommandResult) {
        switch result {
        case .accepted, .alreadyOver, .notAnswered, .conflict: hasCarrierObeyed = true
        case .unavailable: hasCarrierFailed = true
        case .rateLimited, .refused, .withdrawn: break
        }
    }

    /// Draws the conclusions that follow from the state alone, whichever event led to it.
    mutating func settle(_ now: Duration, _ effects: inout [RingEffect]) {
        if case .ringing = phase { keepRinging(now, &effects) }
        fillSilence(now, &effects)
        tendRecording(&effects)
        settleMessages(&effects)
        if !awaitsRecordings { savingUntil = nil }
        if case .ended = phase { endParent(now, &effects) }
        endUnwantedLegs(now, &effects)
    }

    /// Notes when commands were decided on; they were not sent before.
    mutating func notePending(_ now: Duration) {
        for index in pending.indices where pending[index].orderedAt == nil { pending[index].orderedAt = now }
    }

    func leg(_ id: LegID) -> Int? { legs.firstIndex { $0.id == id } }

    func device(_ id: DeviceID) -> Int? { devices.firstIndex { $0.device == id } }

    /// The leg by which a device may still take the call.
    func wantedLeg(of device: DeviceID) -> Int? { legs.lastIndex { $0.device == device && $0.isWanted } }
}
