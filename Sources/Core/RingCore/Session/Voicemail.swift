import CallModel

/// The progress of voicemail. Each step ends at a time.
public struct Voicemail: Hashable, Sendable, Codable {
    /// The steps of voicemail.
    public enum Stage: Hashable, Sendable, Codable {
        /// The caller's leg is being answered.
        case answering
        /// The greeting plays: the recorded one, or the one the carrier speaks.
        case greeting(isSpoken: Bool)
        /// The caller leaves a message.
        case recording
        /// The carrier saves the message; the caller has gone.
        case saving

        /// The longest time for the step.
        var timeMax: Duration {
            switch self {
            case .answering: RingLimits.bridgeTimeMax
            case .greeting: RingLimits.greetingTimeMax
            case .recording: RingLimits.messageTimeMax
            case .saving: RingLimits.savingTimeMax
            }
        }
    }

    /// The outcome of the call if no message is left.
    let instead: RingOutcome
    /// The present step.
    public internal(set) var stage: Stage
    /// When the step is given up.
    public internal(set) var until: Duration

    /// Whether a message may still arrive, even if the caller has gone.
    var awaitsMessage: Bool { stage == .recording || stage == .saving }
}

/// A message of the caller from before a device took the call.
struct UnsettledMessage: Hashable, Sendable, Codable {
    let recording: RecordingID
    let length: Duration?
}

extension RingOutcome {
    /// The outcome of a call whose caller left a message and then talked to no user.
    func withMessages(_ messages: [UnsettledMessage]?) -> RingOutcome {
        messages != nil && (isMissed || self == .abandoned) ? .message : self
    }
}

extension RingSession {
    /// How long the caller's leg may take to be answered for voicemail.
    private static var answerTimeMax: Duration { RingLimits.bridgeTimeMax }

    /// The outcome of a call that went to voicemail if no message is left; nil in any other phase.
    public var outcomeWithoutMessage: RingOutcome? {
        if case .voicemail(let voicemail) = phase { voicemail.instead } else { nil }
    }

    /// No device takes the call.
    mutating func giveUp(_ outcome: RingOutcome, _ now: Duration, _ effects: inout [RingEffect]) {
        if policy.hasVoicemail && parent.stage != .over {
            beginVoicemail(instead: outcome, now, &effects)
        } else {
            end(outcome, now, &effects)
        }
    }

    mutating func beginVoicemail(instead: RingOutcome, _ now: Duration, _ effects: inout [RingEffect]) {
        let voicemail = Voicemail(instead: instead, stage: .answering, until: now + Self.answerTimeMax)
        phase = .voicemail(voicemail)
        nextStageAt = nil
        endRecordingBeforeMessage(&effects)
        if !allowsRescue(voicemail) { release(.missed, &effects) }
        if parent.stage >= .answered { greet(now, &effects) } else { answerParent(&effects) }
    }

    /// Whether a device may still take a call that went to voicemail.
    func allowsRescue(_ voicemail: Voicemail) -> Bool {
        guard parent.stage != .over, epoch < RingLimits.epochMax else { return false }
        switch (policy.rescue, voicemail.stage) {
        case (.untilGreetingEnds, .answering), (.untilGreetingEnds, .greeting): return true
        case (.untilSaved, .answering), (.untilSaved, .greeting), (.untilSaved, .recording): return true
        case (.refused, _), (.untilGreetingEnds, _), (.untilSaved, .saving): return false
        }
    }

    mutating func greet(_ now: Duration, _ effects: inout [RingEffect]) {
        go(to: .greeting(isSpoken: false), until: now + RingLimits.greetingTimeMax)
        parent.isPlaying = true
        command(.play(.playGreeting), .playGreeting, .parent, &effects)
    }

    private mutating func go(to stage: Voicemail.Stage, until: Duration) {
        guard case .voicemail(var voicemail) = phase else { return }
        voicemail.stage = stage
        voicemail.until = until
        phase = .voicemail(voicemail)
    }

    /// A playback has ended, or failed.
    mutating func playbackEnded(
        _ purpose: CommandPurpose, hasPlayed: Bool, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        pending.removeAll { $0.purpose == purpose && $0.leg == .parent }
        if purpose == .announceRecording { return announcementEnded(hasPlayed: hasPlayed, &effects) }
        switch phase {
        case .apology: if purpose == .playApology { end(.winnerLost, now, &effects) }
        case .voicemail(let voicemail):
            guard case .greeting(let isSpoken) = voicemail.stage,
                purpose == (isSpoken ? .speakGreeting : .playGreeting)
            else { return }
            if hasPlayed || isSpoken { return recordMessage(now, &effects) }
            go(to: .greeting(isSpoken: true), until: voicemail.until)
            command(.play(.speakGreeting), .speakGreeting, .parent, &effects)
        case .ringing, .claimed, .parked:
            if purpose == .playRingback || purpose == .playHold {
                toneEnded(purpose, hasPlayed: hasPlayed, now, &effects)
            }
        case .active:
            // Bridging ended whatever played before the conversation.
            if purpose == .playHold, beside != nil { toneEnded(purpose, hasPlayed: hasPlayed, now, &effects) }
        case .ended: break
        }
    }

    private mutating func recordMessage(_ now: Duration, _ effects: inout [RingEffect]) {
        go(to: .recording, until: now + RingLimits.messageTimeMax)
        parent.isPlaying = false
        if policy.rescue != .untilSaved { release(.missed, &effects) }
        messagesAwaited = (messagesAwaited ?? 0) + 1
        command(
            .recordMessage(max: RingLimits.messageTimeMax), .recordMessage, .parent, &effects)
    }

    /// A step of voicemail takes too long.
    mutating func sweepVoicemail(_ voicemail: Voicemail, _ now: Duration, _ effects: inout [RingEffect]) {
        guard voicemail.until <= now else { return }
        switch voicemail.stage {
        case .answering: greet(now, &effects)  // A caller answered without an event hears it.
        case .saving: messageFailed(now, &effects)
        case .greeting:
            command(.stopPlayback, .stopPlayback, .parent, &effects)
            recordMessage(now, &effects)
        case .recording:
            go(to: .saving, until: now + RingLimits.savingTimeMax)
            release(.missed, &effects)
            command(.stopRecording, .stopRecording, .parent, &effects)
            dismissParent(now, &effects)
        }
    }

    /// A message can be fetched. It counts only if no device took the call.
    mutating func messageSaved(
        _ recording: RecordingID, _ length: Duration?, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard lastMessage != recording, unsettledMessages?.contains(where: { $0.recording == recording }) != true
        else { return }
        lastMessage = recording
        awaitOneMessageLess()
        if let length, length < RingLimits.messageTimeMin {
            settle(recording, length, as: .discarded(.nothingSaid), &effects)
            if case .voicemail(let voicemail) = phase, voicemail.awaitsMessage { end(voicemail.instead, now, &effects) }
            return
        }
        switch phase {
        case .voicemail(let voicemail) where voicemail.awaitsMessage:
            release(.missed, &effects)
            settle(recording, length, as: .message(recipientsOfMessage), &effects)
            end(.message, now, &effects)
        case .ended where !hasTalked:
            settle(recording, length, as: .message(recipientsOfMessage), &effects)
            effects.append(.alarm(.lateMessage(recording)))
        case .ringing, .claimed, .active, .parked, .voicemail, .apology, .ended:
            unsettledMessages = (unsettledMessages ?? []) + [UnsettledMessage(recording: recording, length: length)]
        }
    }

    /// Decides the disposition of messages from before a device took the call. They are kept if the call ends without a
    /// conversation, and discarded once the two talk.
    mutating func settleMessages(_ effects: inout [RingEffect]) {
        guard let unsettled = unsettledMessages else { return }
        let disposition: RecordingDisposition
        if hasTalked {
            disposition = .discarded(.callTaken)
        } else if case .ended = phase {
            disposition = .message(recipientsOfMessage)
        } else {
            return
        }
        unsettledMessages = nil
        for message in unsettled { settle(message.recording, message.length, as: disposition, &effects) }
    }

    /// Settles the disposition of a recording; no other function does.
    mutating func settle(
        _ recording: RecordingID, _ length: Duration?, as disposition: RecordingDisposition,
        _ effects: inout [RingEffect]
    ) {
        switch disposition {
        case .message(let recipients):
            effects.append(.record(.message(recording, length: length, for: recipients)))
            if recipients == .exchange { effects.append(.alarm(.messageWithoutUser(recording))) }
        case .conversation: effects.append(.record(.conversation(recording, length: length)))
        case .discarded(let reason): effects.append(.record(.discarded(recording, because: reason)))
        }
    }

    /// The recording of a message never began. That is no failure if the caller had gone.
    mutating func messageNotBegun(_ result: CommandResult, _ now: Duration, _ effects: inout [RingEffect]) {
        if result != .unavailable { awaitOneMessageLess() }
        guard case .voicemail(let voicemail) = phase else { return }
        switch (result, voicemail.stage) {
        case (.alreadyOver, _), (.rateLimited, .saving), (.conflict, .saving):
            end(voicemail.instead, now, &effects)
        case (.unavailable, .saving): break  // It may have begun: the message may still arrive.
        default: messageFailed(now, &effects)
        }
    }

    mutating func messageFailed(_ now: Duration, _ effects: inout [RingEffect]) {
        guard case .voicemail(let voicemail) = phase else { return }
        messagesAwaited = nil
        effects.append(.alarm(.messageFailed))
        end(voicemail.instead, now, &effects)
    }

    /// A device takes a call that had gone to voicemail. A message left so far is settled by the result of that.
    mutating func rescue(_ index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        guard case .voicemail(let voicemail) = phase else { return }
        switch voicemail.stage {
        case .answering, .saving: break
        case .greeting: command(.stopPlayback, .stopPlayback, .parent, &effects)
        case .recording: command(.stopRecording, .stopRecording, .parent, &effects)
        }
        parent.isPlaying = false
        win(index, now, &effects)
    }
}
