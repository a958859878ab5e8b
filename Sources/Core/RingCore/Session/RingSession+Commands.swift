import CallModel

extension RingSession {
    /// Writes a command into the outbox, once for each id.
    mutating func command(
        _ command: CarrierCommand, _ purpose: CommandPurpose, _ leg: LegRef, attempt: UInt8 = 1,
        _ effects: inout [RingEffect]
    ) {
        let id = commandID(purpose, leg, attempt: attempt)
        guard !pending.contains(where: { $0.id == id }) else { return }
        pending.append(PendingCommand(id: id, purpose: purpose, leg: leg))
        effects.append(.command(command, id))
    }

    func commandID(_ purpose: CommandPurpose, _ leg: LegRef, attempt: UInt8) -> RingCommandID {
        let ordinal: UInt16 =
            switch leg {
            case .parent: 0
            case .leg(let id): self.leg(id).map { legs[$0].ordinal } ?? 0
            }
        return RingCommandID(session: id, ordinal: ordinal, epoch: epoch, purpose: purpose, attempt: attempt)
    }

    /// Forgets commands for a leg that is over. The start of a message still matters while the message is awaited.
    mutating func forgetCommands(about leg: LegRef) {
        pending.removeAll { $0.leg == leg && !(messagesAwaited != nil && $0.purpose == .recordMessage) }
    }

    func isPending(_ purpose: CommandPurpose, _ leg: LegRef) -> Bool {
        pending.contains { $0.purpose == purpose && $0.leg == leg }
    }

}

extension CommandResult {
    /// Whether the carrier took the command.
    var isTaken: Bool {
        switch self {
        case .accepted: true
        case .alreadyOver, .notAnswered, .conflict, .rateLimited, .refused, .unavailable, .withdrawn: false
        }
    }
}

/// A command whose result is awaited, or which will be repeated.
struct PendingCommand: Hashable, Sendable, Codable {
    let id: RingCommandID
    let purpose: CommandPurpose
    let leg: LegRef
    /// When the command was decided on; it was not sent before. Optional because sessions stored by earlier versions
    /// lack it.
    var orderedAt: Duration?
    /// The last result, where it was not final.
    var doubt: Doubt?

    /// A command that failed for the moment.
    struct Doubt: Hashable, Sendable, Codable {
        /// How often it was tried.
        var tries: UInt8
        /// The carrier's last reply.
        var result: CommandResult
        /// When to repeat it; nil: it was repeated, and the result is awaited.
        var againAt: Duration?
    }
}

/// Repeats commands that the carrier could not take for the moment, under the same id, as long as they still make
/// sense. The carrier recognizes the id, so each is carried out once. Commands with waits of their own (a bridge, the
/// caller's answer, a hang-up, a look, the tones) are not repeated here.
extension RingSession {
    /// Whether a command that waits for its repetition still makes sense.
    private enum Meaning {
        case now
        case later
        case never
    }

    /// Handles a result that is not final.
    ///
    /// - Returns: whether the command will be repeated.
    mutating func willRepeat(_ command: PendingCommand, after result: CommandResult, _ now: Duration) -> Bool {
        let tries = (command.doubt?.tries ?? 0) + 1
        guard let wait = wait(for: command, tries, after: result), meaning(of: command, at: now + wait) != .never
        else { return false }
        var again = command
        again.doubt = PendingCommand.Doubt(tries: tries, result: result, againAt: now + wait)
        pending.append(again)
        return true
    }

    /// The wait before a repetition; nil: the result is final.
    private func wait(for command: PendingCommand, _ tries: UInt8, after result: CommandResult) -> Duration? {
        guard command.isRepeatable else { return nil }
        let usual = Repetition.wait(after: tries)
        // The caller hears ringing, so there is time as long as a phone may ring. A dial that was never made gets a new
        // id.
        if command.purpose == .dial {
            if case .rateLimited(let wait) = result, command.doubt != nil { return max(wait, usual) }
            return result == .unavailable ? usual : nil
        }
        guard tries <= RingLimits.repetitionsMax else { return nil }
        switch result {
        case .unavailable, .conflict: return usual
        case .rateLimited(let wait): return wait <= RingLimits.repetitionWaitMax ? max(wait, usual) : nil
        case .accepted, .alreadyOver, .notAnswered, .refused, .withdrawn: return nil
        }
    }

    /// Repeats the commands that are due.
    mutating func sweepRepetitions(_ now: Duration, _ effects: inout [RingEffect]) {
        for command in pending {
            guard let at = command.doubt?.againAt, at <= now, let index = pending.firstIndex(of: command) else {
                continue
            }
            switch meaning(of: command, at: now) {
            case .now:
                pending[index].doubt?.againAt = nil
                if let order = order(of: command, now) { effects.append(.command(order, command.id)) }
            case .later: pending[index].doubt?.againAt = now + RingLimits.loserGrace
            case .never:
                pending.remove(at: index)
                leave(command, now, &effects)
            }
        }
    }

    private func meaning(of command: PendingCommand, at now: Duration) -> Meaning {
        guard let orderedAt = command.orderedAt, Repetition.isSafe(since: orderedAt, at: now) else { return .never }
        return switch (command.purpose, phase) {
        case (.dial, _): meaningOfDial(command, at: now)
        case (.answer, .claimed(let claim)): command.leg == .leg(claim.leg) ? .now : .never
        case (.confirm, _): isAwaitedKey(of: command.leg) ? .now : .never
        case (.playGreeting, .voicemail(let voicemail)): voicemail.stage == .greeting(isSpoken: false) ? .now : .never
        case (.speakGreeting, .voicemail(let voicemail)): voicemail.stage == .greeting(isSpoken: true) ? .now : .never
        case (.recordMessage, .voicemail(let voicemail)): voicemail.stage == .recording ? .now : .never
        case (.playApology, .apology): .now
        case (.announceRecording, .active): isLastOfRecording(command) && recording == .announcing ? .now : .never
        case (.recordConversation, .active), (.resumeRecording, .active):
            isLastOfRecording(command) && recording == .running ? .now : .never
        case (.stopRecording, .claimed), (.stopRecording, .active), (.stopRecording, .parked):
            recording == .cut ? .now : .never
        default: .never
        }
    }

    private func meaningOfDial(_ command: PendingCommand, at now: Duration) -> Meaning {
        guard case .leg(let id) = command.leg, let index = leg(id), legs[index].isWanted,
            legs[index].carrierID == nil, now + RingLimits.ringTimeMin <= deadline
        else { return .never }
        if isBeside(index) { return .now }
        return switch phase {
        case .ringing: .now
        case .claimed: .later  // A claim is being settled: later, or never.
        case .active, .parked, .voicemail, .apology, .ended: .never
        }
    }

    private func isAwaitedKey(of leg: LegRef) -> Bool {
        guard case .leg(let id) = leg, let index = self.leg(id) else { return false }
        return legs[index].hasAnswered && legs[index].confirmation == .asked
    }

    private func isLastOfRecording(_ command: PendingCommand) -> Bool {
        command.id == commandID(command.purpose, .parent, attempt: recordingTurns ?? 0)
    }

    private func order(of command: PendingCommand, _ now: Duration) -> CarrierCommand? {
        switch (command.purpose, command.leg) {
        case (.dial, .leg(let id)): leg(id).map { dialOrder($0, now) }
        case (.answer, _): .answer(command.leg)
        case (.confirm, .leg(let id)): .confirm(id)
        case (.recordMessage, _): .recordMessage(max: RingLimits.messageTimeMax)
        case (.recordConversation, _): .recordConversation
        case (.resumeRecording, _): .resumeRecording
        case (.stopRecording, _): .stopRecording
        default: .play(command.purpose)
        }
    }

    /// Ends the wait for a command that will not be repeated.
    private mutating func leave(_ command: PendingCommand, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let result = command.doubt?.result else { return }
        switch command.purpose {
        case .recordMessage: messageNotBegun(result, now, &effects)
        case .announceRecording where isLastOfRecording(command): announcementEnded(hasPlayed: false, &effects)
        default: break
        }
    }

    /// Whether a leg's dial has failed so far and is still being tried.
    func isDialDoubted(_ leg: LegID) -> Bool {
        pending.contains { $0.purpose == .dial && $0.leg == .leg(leg) && $0.doubt != nil }
    }

    /// Repeats a doubtful dial as soon as possible, because its device is ready.
    mutating func hurryDial(of leg: LegID, _ now: Duration) {
        for index in pending.indices where pending[index].purpose == .dial && pending[index].leg == .leg(leg) {
            if pending[index].doubt?.againAt != nil { pending[index].doubt?.againAt = now }
        }
    }

    /// When the next command is repeated.
    var nextRepetition: Duration? { pending.compactMap { $0.doubt?.againAt }.min() }

    /// When a command was decided on, if it failed before. A sender that finds it unsent after a long time can tell
    /// from this that it may have been sent then.
    public func orderedAt(_ id: RingCommandID) -> Duration? {
        pending.first { $0.id == id && $0.doubt != nil }?.orderedAt
    }
}

extension PendingCommand {
    fileprivate var isRepeatable: Bool {
        switch purpose {
        case .dial, .confirm, .playGreeting, .speakGreeting, .playApology, .recordMessage, .announceRecording,
            .recordConversation, .resumeRecording, .stopRecording:
            true
        // A late pause would record without consent, so the recording is ended instead.
        case .pauseRecording: false
        // The leg of another call's caller, who was merged into this one.
        case .answer: leg != .parent
        case .bridge, .hangUp, .look, .playRingback, .stopPlayback, .consult, .playHold: false
        }
    }
}

/// When a command with an unknown result may be repeated under its id.
///
/// A carrier recognizes a repetition by its id, but only for a minute. So a command may be repeated blindly within that
/// minute. Later the leg must be looked at first, or a phone would ring twice.
/// Source: Telnyx, command_id for 60 s (documented).
public enum Repetition {
    /// How long a carrier recognizes a command.
    public static let knownFor: Duration = .seconds(60)
    /// The margin before the carrier forgets, because its clock and its distance are unknown.
    public static let margin: Duration = .seconds(5)
    /// The wait before the first repetition; it doubles each time. The port has already tried for a while by itself.
    static let waitMin: Duration = .milliseconds(500)
    /// The longest wait between two tries, so that an outage that ends while the call rings costs little of the
    /// ringing.
    static let waitMax: Duration = .seconds(8)

    /// Whether the carrier still recognizes a command that was sent or decided on at that time.
    public static func isSafe(since then: Duration, at now: Duration) -> Bool { now < then + knownFor - margin }

    /// How long to wait after a number of failed tries.
    static func wait(after tries: UInt8) -> Duration { waits[min(Int(max(tries, 1)), waits.count) - 1] }

    /// The waits after one failed try and more, the last one after all others, too.
    private static let waits = Array(sequence(first: waitMin) { $0 < waitMax ? min($0 * 2, waitMax) : nil })
}
