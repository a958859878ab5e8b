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

    /// Handles the result of a command. A result that is not awaited adds nothing to later news.
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
            // The reply comes as news; only a missing reply matters here.
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

    /// Forgets commands for a leg that is over. The start of a message still matters while the message is awaited.
    mutating func forgetCommands(about leg: LegRef) {
        pending.removeAll { $0.leg == leg && !(messagesAwaited != nil && $0.purpose == .recordMessage) }
    }

    func isPending(_ purpose: CommandPurpose, _ leg: LegRef) -> Bool {
        pending.contains { $0.purpose == purpose && $0.leg == leg }
    }

    func leg(_ id: LegID) -> Int? { legs.firstIndex { $0.id == id } }

    func device(_ id: DeviceID) -> Int? { devices.firstIndex { $0.device == id } }

    /// The leg by which a device may still take the call.
    func wantedLeg(of device: DeviceID) -> Int? { legs.lastIndex { $0.device == device && $0.isWanted } }
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
