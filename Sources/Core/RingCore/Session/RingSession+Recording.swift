import CallModel

/// The recording of a conversation. The carrier records the caller's leg, so the recording must pause whenever the
/// caller does not talk to the winner.
extension RingSession {
    /// Whether the caller and the winner hear each other, as far as the carrier has reported.
    private var isTalking: Bool {
        guard case .active(let conversation) = phase, beside?.keepsCallerWaiting != true else { return false }
        return !parent.isHeld && !legs.contains { $0.id == conversation.leg && $0.isHeld }
    }

    /// Moves the recording to where the present state wants it.
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

    /// The carrier took the bridge that begins the recording, or the two talk already.
    mutating func bridgeBegan(_ effects: inout [RingEffect]) {
        guard recording == .wanted else { return }
        recording = .running
        effects.append(.record(.recording(.begun)))
    }

    private mutating func announce(_ effects: inout [RingEffect]) {
        guard send(.play(.announceRecording), .announceRecording, &effects) else { return }
        recording = .announcing
        effects.append(.record(.recording(.announcing)))
    }

    /// The announcement has ended, or failed. An interrupted announcement was not heard, and is played again.
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
        guard send(.recordConversation, .recordConversation, &effects) else { return }
        recording = .running
        effects.append(.record(.recording(.begun)))
    }

    private mutating func pause(_ effects: inout [RingEffect]) {
        guard send(.pauseRecording, .pauseRecording, &effects) else { return cutRecording(&effects) }
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
        guard send(.resumeRecording, .resumeRecording, &effects) else { return cutRecording(&effects) }
        recording = .running
        effects.append(.record(.recording(.resumed)))
    }

    /// Ends a recording whose state is uncertain: too little is better than recording without consent.
    private mutating func cutRecording(_ effects: inout [RingEffect]) {
        recording = .cut
        effects += [.record(.recording(.failed)), .alarm(.recordingFailed)]
        command(.stopRecording, .stopRecording, .parent, attempt: .max, &effects)
    }

    /// Ends any recording before a message is recorded on the same leg.
    mutating func endRecordingBeforeMessage(_ effects: inout [RingEffect]) {
        guard recording == .running || recording == .paused else { return }
        recording = .cut
        command(.stopRecording, .stopRecording, .parent, attempt: .max, &effects)
    }

    /// Gives an order about the recording an id of its own.
    ///
    /// - Returns: false when the call has had all the orders it may have.
    private mutating func send(
        _ order: CarrierCommand, _ purpose: CommandPurpose, _ effects: inout [RingEffect]
    ) -> Bool {
        let turn = recordingTurns ?? 0
        guard turn < RingLimits.recordingTurnsMax else { return false }
        recordingTurns = turn + 1
        command(order, purpose, .parent, attempt: turn + 1, &effects)
        return true
    }

    /// Handles the result of an order to begin, pause or resume.
    mutating func recordingCommanded(
        _ purpose: CommandPurpose, _ result: CommandResult, _ effects: inout [RingEffect]
    ) {
        switch result {
        case .accepted, .withdrawn: break
        case .alreadyOver: break  // The caller has gone, and so has the recording: events of both follow.
        case .notAnswered, .conflict, .rateLimited, .refused, .unavailable:
            guard recording == .running || recording == .paused else { return }
            cutRecording(&effects)
            if purpose == .recordConversation { recording = .settled }
        }
    }

    /// A recorded conversation can be fetched. It is kept although no bridge was reported, because that report may come
    /// later than the recording, unless it is too short for a conversation or the call went on to a message. A recording
    /// that arrives after the first was settled is discarded, with an alarm.
    mutating func conversationSaved(_ recording: RecordingID, _ length: Duration?, _ effects: inout [RingEffect]) {
        guard lastConversation != recording else { return }
        lastConversation = recording
        let former = self.recording
        if former == .settled { effects.append(.alarm(.unexpectedRecording(recording))) }
        if former.mayHaveBegun { self.recording = .settled }
        let mayBeConversation = hasTalked || former != .cut && (length.map { $0 >= RingLimits.messageTimeMin } ?? true)
        let disposition: RecordingDisposition =
            former.mayHaveBegun && mayBeConversation
            ? .conversation : .discarded(former.mayHaveBegun ? .noConversation : .notConsented)
        settle(recording, length, as: disposition, &effects)
    }

    mutating func conversationFailed(_ effects: inout [RingEffect]) {
        guard recording.hasBegun, recording != .overdue else { return }
        recording = .settled
        effects += [.record(.recording(.failed)), .alarm(.recordingFailed)]
    }
}

/// The state of a conversation's recording. It begins once, and only with consent, and pauses while the two do not
/// talk.
enum ConversationRecording: UInt8, Hashable, Sendable, Codable {
    /// Not wanted, or without consent.
    case off
    /// Wanted, with consent: the next bridge begins it.
    case wanted
    /// It runs.
    case running
    /// It was saved, or it failed.
    case settled
    /// Wanted once both parties have heard an announcement.
    case unannounced
    /// The announcement plays.
    case announcing
    /// The parties stopped talking during the announcement, which will be played again.
    case interrupted
    /// The announcement was heard: the recording begins as soon as they talk.
    case announced
    /// It is paused.
    case paused
    /// It was ended before the call; the part so far may still be saved.
    case cut
    /// The call is over, and the recording was not saved in time. An alarm was raised, and the recording may still
    /// arrive.
    case overdue

    /// Whether the carrier has a recording that may be saved.
    var hasBegun: Bool {
        switch self {
        case .running, .paused, .cut, .overdue: true
        case .off, .wanted, .settled, .unannounced, .announcing, .interrupted, .announced: false
        }
    }

    /// Whether the carrier may have a recording with consent, though it has not said so.
    var mayHaveBegun: Bool { hasBegun || self == .wanted }

    /// Whether the carrier still has to deliver it. A recording that was cut raised its alarm then, or its call had no
    /// conversation.
    var isAwaited: Bool { self == .running || self == .paused }
}
