import CallModel

extension RingSession {
    /// The call is over, and this is what it came to. Only the first end counts.
    mutating func end(_ outcome: RingOutcome, _ now: Duration, _ effects: inout [RingEffect]) {
        if case .ended = phase { return }
        if let (claim, _) = joining { winner = claim.device }
        if case .parked(let parking) = phase { winner = parking.by }
        var outcome = hasTalked ? outcome.afterTalk : outcome.withMessages(unsettledMessages)
        if isReversed { outcome = outcome.reversed }
        releaseBeside(&effects)
        phase = .ended(outcome)
        if awaitsRecordings { savingUntil = now + RingLimits.savingTimeMax }
        parent.isHeld = false
        if parent.stage == .over { forgetCommands(about: .parent) }
        release(outcome.deviceReason, &effects)
        if outcome.isMissed, outbound == nil, !usersWhoMissed.isEmpty {
            effects.append(.record(.missedCall(usersWhoMissed, outcome)))
        }
        effects.append(
            .record(
                .call(
                    CallRecord(
                        session: id, organization: organization, outcome: outcome, winner: winner, openedAt: openedAt,
                        bridgedAt: bridgedAt, endedAt: now))))
    }

    /// Users of whom no device settled the call, among those that rang or would have; everybody, if none did.
    var usersWhoMissed: [UserID] {
        usersWhoRang.filter { user in devices.allSatisfy { $0.user != user || $0.reason?.isMissed ?? true } }
    }

    /// Whose mailbox a message is for: theirs who missed the call. Where none did, as every device declined or was lost, a
    /// caller has spoken all the same: then theirs whom it rang, but for who does not belong to it any more. Where none is
    /// left, every user's of the number.
    var recipientsOfMessage: MessageRecipients {
        let missed = usersWhoMissed
        guard missed.isEmpty else { return MessageRecipients(missed) }
        let rung = usersWhoRang.filter { user in devices.contains { $0.user == user && $0.reason != .withdrawn } }
        return MessageRecipients(rung.isEmpty ? owners ?? [] : rung)
    }

    /// Each once, but for those who are no more; every user of a device, if no device rang or was busy; every user of the
    /// number, if there is no device.
    private var usersWhoRang: [UserID] {
        guard !devices.isEmpty else { return owners ?? [] }
        let rang = devices.filter { $0.isBegun || $0.reason == .busy }
        let users = (rang.isEmpty ? devices : rang).map(\.user).eachOnce
        return users.filter { formerUsers?.contains($0) != true }
    }

    /// Whether every leg is over, so that nothing more will be commanded, and no recording is waited for.
    public var isClosed: Bool {
        guard case .ended = phase, parent.stage == .over, savingUntil == nil else { return false }
        return legs.allSatisfy { $0.rank == .over && !$0.isRevenant }
    }
}

/// What a carrier has recorded, or may have, and has not handed over.
extension RingSession {
    /// Whether something that was entrusted is still to come: a conversation if they talked, a message if they did not.
    var awaitsRecordings: Bool { hasTalked ? recording.isAwaited : messagesAwaited != nil }

    /// A message was handed over, or was never begun.
    mutating func awaitOneMessageLess() {
        guard let count = messagesAwaited else { return }
        messagesAwaited = count > 1 ? count - 1 : nil
    }

    /// The call is over, and the carrier has not handed over what it recorded. What comes later is kept all the same.
    mutating func giveUpRecordings(_ effects: inout [RingEffect]) {
        if recording.isAwaited, hasTalked {
            recording = .overdue
            effects += [.record(.recording(.failed)), .alarm(.recordingFailed)]
        }
        if messagesAwaited != nil, !hasTalked {
            messagesAwaited = nil
            effects.append(.alarm(.messageFailed))
        }
    }
}
