import CallModel

/// The recording of a conversation. It is the caller's leg that is recorded, so it must stand still whenever the caller
/// is not talking to whoever has the call.
extension RingSession {
    /// Whether caller and winner hear each other, as far as anybody said.
    private var isTalking: Bool {
        guard case .active(let conversation) = phase, beside?.keepsCallerWaiting != true else { return false }
        return !parent.isHeld && !legs.contains { $0.id == conversation.leg && $0.isHeld }
    }

    /// Draws what follows for the recording from how things stand.
    mutating func tendRecording(_ effects: inout [RingEffect]) {
        guard recording != .off, parent.stage != .over else { return }
        if case .ended = phase { return }
        switch recording {
        case .unannounced: if isTalking { announce(&effects) }
        case .announcing: if !isTalking { recording = .interrupted }
        case .announced: if isTalking { beginRecording(&effects) }
        case .running: if !isTalking, !isFirstBridgeMade { pause(&effects) }
        case .paused: if isTalking { resume(&effects) }
        case .off, .wanted, .settled, .interrupted, .cut, .overdue: break
        }
    }

    /// Whether the bridge that began the recording is still being made.
    private var isFirstBridgeMade: Bool { joining != nil && !hasTalked }

    /// The bridge that was to begin it was taken by the carrier, or they talk already.
    mutating func bridgeBegan(_ effects: inout [RingEffect]) {
        guard recording == .wanted else { return }
        recording = .running
        effects.append(.record(.recording(.begun)))
    }

    private mutating func announce(_ effects: inout [RingEffect]) {
        guard tell(.play(.announceRecording), .announceRecording, &effects) else { return }
        recording = .announcing
        effects.append(.record(.recording(.announcing)))
    }

    /// The announcement has ended, or could not be played. Cut short it was not heard, and is played again.
    mutating func announcementEnded(hasPlayed: Bool, _ effects: inout [RingEffect]) {
        switch recording {
        case .announcing where hasPlayed:
            recording = .announced
            effects.append(.record(.recording(.announced)))
        case .announcing:
            recording = .settled
            effects += [.record(.recording(.unannounced)), .alarm(.recordingFailed)]
        case .interrupted: recording = .unannounced
        case .off, .wanted, .running, .settled, .unannounced, .announced, .paused, .cut, .overdue: break
        }
    }

    private mutating func beginRecording(_ effects: inout [RingEffect]) {
        guard tell(.recordConversation, .recordConversation, &effects) else { return }
        recording = .running
        effects.append(.record(.recording(.begun)))
    }

    private mutating func pause(_ effects: inout [RingEffect]) {
        guard tell(.pauseRecording, .pauseRecording, &effects) else { return cutRecording(&effects) }
        recording = .paused
        effects.append(.record(.recording(reasonOfPause)))
    }

    private var reasonOfPause: RecordingStep {
        switch phase {
        case .active: beside?.keepsCallerWaiting == true ? .pausedForConsultation : .pausedForHold
        case .parked: .pausedForParking
        case .ringing, .claimed, .voicemail, .apology, .ended: .paused
        }
    }

    private mutating func resume(_ effects: inout [RingEffect]) {
        guard tell(.resumeRecording, .resumeRecording, &effects) else { return cutRecording(&effects) }
        recording = .running
        effects.append(.record(.recording(.resumed)))
    }

    /// Ends a recording nobody can be sure of: rather too little than what nobody agreed to.
    private mutating func cutRecording(_ effects: inout [RingEffect]) {
        recording = .cut
        effects += [.record(.recording(.failed)), .alarm(.recordingFailed)]
        command(.stopRecording, .stopRecording, .parent, attempt: .max, &effects)
    }

    /// A message is to be recorded on the same leg: whatever ran there ends, as nobody talked.
    mutating func endRecordingBeforeMessage(_ effects: inout [RingEffect]) {
        guard recording == .running || recording == .paused else { return }
        recording = .cut
        command(.stopRecording, .stopRecording, .parent, attempt: .max, &effects)
    }

    /// Gives an order of the recording its own name.
    ///
    /// - Returns: false when there were as many as one call may have.
    private mutating func tell(
        _ order: CarrierCommand, _ purpose: CommandPurpose, _ effects: inout [RingEffect]
    ) -> Bool {
        let turn = recordingTurns ?? 0
        guard turn < RingLimits.recordingTurnsMax else { return false }
        recordingTurns = turn + 1
        command(order, purpose, .parent, attempt: turn + 1, &effects)
        return true
    }

    /// Takes what came of an order to begin, pause or resume.
    mutating func recordingCommanded(
        _ purpose: CommandPurpose, _ result: CommandResult, _ effects: inout [RingEffect]
    ) {
        switch result {
        case .accepted, .withdrawn: break
        case .alreadyOver: break  // The caller has gone, and the recording with them: their news follow.
        case .notAnswered, .conflict, .rateLimited, .refused, .unavailable:
            guard recording == .running || recording == .paused else { return }
            cutRecording(&effects)
            if purpose == .recordConversation { recording = .settled }
        }
    }

    /// A recorded conversation can be fetched. What was recorded though they never talked is thrown away, and so is what
    /// comes after the recording is settled, with an alarm.
    mutating func conversationSaved(_ recording: RecordingID, _ length: Duration?, _ effects: inout [RingEffect]) {
        guard lastConversation != recording else { return }
        lastConversation = recording
        let hasBegun = self.recording.hasBegun
        if self.recording == .settled { effects.append(.alarm(.unexpectedRecording(recording))) }
        if hasBegun { self.recording = .settled }
        let fate: RecordingFate =
            hasBegun && hasTalked ? .conversation : .discarded(hasBegun ? .noConversation : .notConsented)
        settle(recording, length, as: fate, &effects)
    }

    mutating func conversationFailed(_ effects: inout [RingEffect]) {
        guard recording.hasBegun, recording != .overdue else { return }
        recording = .settled
        effects += [.record(.recording(.failed)), .alarm(.recordingFailed)]
    }
}

/// The recording of a conversation: begins once, and only with consent, and pauses while they do not talk.
enum ConversationRecording: UInt8, Hashable, Sendable, Codable {
    /// Not wanted, or not agreed to.
    case off
    /// Wanted, and agreed to: the next bridge begins it.
    case wanted
    /// It runs.
    case running
    /// It was saved, or it came to nothing.
    case settled
    /// Wanted once those who talk were told of it.
    case unannounced
    /// They are being told.
    case announcing
    /// They were being told, and no longer talk: they are told again.
    case interrupted
    /// They were told: it begins as soon as they talk.
    case announced
    /// It stands still.
    case paused
    /// It was ended before the call was; what there is may be saved still.
    case cut
    /// The call is over, and it was not saved in time: that was alarmed, and it may come still.
    case overdue

    /// Whether there is a recording at the carrier that may be saved.
    var hasBegun: Bool {
        switch self {
        case .running, .paused, .cut, .overdue: true
        case .off, .wanted, .settled, .unannounced, .announcing, .interrupted, .announced: false
        }
    }

    /// Whether the carrier still owes it. A recording that was cut was alarmed then, or its call had no conversation.
    var isAwaited: Bool { self == .running || self == .paused }
}
