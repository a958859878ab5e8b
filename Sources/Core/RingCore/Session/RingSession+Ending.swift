import CallModel

extension RingSession {
    /// Ends the call with its outcome. Only the first end counts.
    mutating func end(_ outcome: RingOutcome, _ now: Duration, _ effects: inout [RingEffect]) {
        if case .ended = phase { return }
        if let (claim, _) = joining { winner = claim.device }
        if case .parked(let parking) = phase { winner = parking.by }
        var outcome = hasTalked ? outcome.afterTalk : outcome.withMessages(unsettledMessages)
        if isReversed { outcome = outcome.reversed }
        // The reply to a bridge that records may be late or lost, and the carrier has recorded all the same.
        if recording == .wanted, pending.contains(where: { $0.purpose == .bridge }) { recording = .running }
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

    /// The reason for a device that comes after the decision.
    var reasonForLate: DeviceReason {
        switch phase {
        case .ringing, .voicemail, .apology: .missed
        case .claimed, .active, .parked: .answeredElsewhere
        case .ended(let outcome): outcome.deviceReason
        }
    }

    /// Users who missed the call: those it rang or would have rung, of whom no device settled it.
    var usersWhoMissed: [UserID] {
        usersWhoRang.filter { user in devices.allSatisfy { $0.user != user || $0.reason?.isMissed ?? true } }
    }

    /// The recipients of a message: the users who missed the call. If no user missed it, because every device declined
    /// or was lost, then the users whom it rang and who still belong to it. If none of those is left, every user of the
    /// number.
    var recipientsOfMessage: MessageRecipients {
        let missed = usersWhoMissed
        guard missed.isEmpty else { return MessageRecipients(missed) }
        let rung = usersWhoRang.filter { user in devices.contains { $0.user == user && $0.reason != .withdrawn } }
        return MessageRecipients(rung.isEmpty ? owners ?? [] : rung)
    }

    /// The users whom the call rang, each once, without deleted users. If no device rang or was busy, the users of all
    /// devices; if there is no device, the users of the number.
    private var usersWhoRang: [UserID] {
        guard !devices.isEmpty else { return owners ?? [] }
        let rang = devices.filter { $0.isBegun || $0.reason == .busy }
        let users = (rang.isEmpty ? devices : rang).map(\.user).eachOnce
        return users.filter { formerUsers?.contains($0) != true }
    }

    /// Whether every leg is over and no recording is awaited, so that no commands follow.
    public var isClosed: Bool {
        guard case .ended = phase, parent.stage == .over, savingUntil == nil else { return false }
        return legs.allSatisfy { $0.rank == .over && !$0.isRevenant }
    }
}

/// Recordings that a carrier has made or may have made, and has not delivered.
extension RingSession {
    /// Whether the carrier still has to deliver something that was entrusted. A message of a call in which the two talked
    /// is none.
    var awaitsRecordings: Bool { recording.isAwaited || (messagesAwaited != nil && !hasTalked) }

    /// A message was delivered, or never begun.
    mutating func awaitOneMessageLess() {
        guard let count = messagesAwaited else { return }
        messagesAwaited = count > 1 ? count - 1 : nil
    }

    /// The call is over, and the carrier has not delivered its recordings in time. A later delivery is still kept.
    mutating func giveUpRecordings(_ effects: inout [RingEffect]) {
        if recording.isAwaited {
            recording = .overdue
            effects += [.record(.recording(.failed)), .alarm(.recordingFailed)]
        }
        if messagesAwaited != nil, !hasTalked {
            messagesAwaited = nil
            effects.append(.alarm(.messageFailed))
        }
    }
}
