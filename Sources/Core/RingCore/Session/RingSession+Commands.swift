import CallModel

extension RingSession {
    /// Writes a command into the outbox, once for each name.
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

    /// Takes what came of a command. A result nobody waits for says nothing that news will not say.
    mutating func take(
        _ result: CommandResult, of id: RingCommandID, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard let place = pending.firstIndex(where: { $0.id == id }) else { return }
        let command = pending.remove(at: place)
        noteHealth(result)
        if willRepeat(command, after: result, now) { return }
        follow(command, result, now, &effects)
    }

    /// What came of a command, for good.
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
            // The reply itself is news; only that there is none matters.
            switch result {
            case .accepted, .withdrawn: break
            case .alreadyOver, .refused: looked(command.leg, .over, now, &effects)
            case .notAnswered, .conflict, .rateLimited, .unavailable: looked(command.leg, .unknown, now, &effects)
            }
        case .confirm: if !result.isTaken { unconfirmed(command.leg, .failed, now, &effects) }
        case .playRingback, .playHold: toneCommanded(command.purpose, result, now, &effects)
        case .stopPlayback, .stopRecording: break  // A wait bounds what they fill or end.
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

    /// Forgets commands about a leg that is over. Whether a message was begun matters still, while it is waited for.
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
    /// Whether the carrier will do it.
    var isTaken: Bool {
        switch self {
        case .accepted: true
        case .alreadyOver, .notAnswered, .conflict, .rateLimited, .refused, .unavailable, .withdrawn: false
        }
    }
}

/// A command whose result is awaited, or which will be said again.
struct PendingCommand: Hashable, Sendable, Codable {
    let id: RingCommandID
    let purpose: CommandPurpose
    let leg: LegRef
    /// When it was decided on: it was not sent before. Optional, so that what was stored before can be read.
    var orderedAt: Duration?
    /// What came of it so far, where that was nothing for good.
    var doubt: Doubt?

    /// A command that came to nothing for the moment.
    struct Doubt: Hashable, Sendable, Codable {
        /// How often.
        var tries: UInt8
        /// What the carrier said last.
        var result: CommandResult
        /// When to say it again; nil: it was said again, and the result is awaited.
        var againAt: Duration?
    }
}
