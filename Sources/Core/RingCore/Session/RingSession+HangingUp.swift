import CallModel

extension RingSession {
    /// A leg is over.
    mutating func hungUp(_ leg: LegID, _ reason: CarrierHangUpReason, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let index = self.leg(leg) else { return effects.append(.alarm(.unknownLeg(leg))) }
        legs[index].isRevenant = false
        legs[index].isPresumedOver = false
        guard legs[index].rank != .over else { return }
        let hadAnswered = legs[index].rank >= .answered
        legs[index].rank = .over
        legs[index].lookAt = nil
        legs[index].dialAt = nil
        legs[index].isHeld = false
        forgetCommands(about: .leg(leg))
        if case .active(let conversation) = phase, conversation.leg == leg {
            // A winner who hangs up during a consultation has handed the caller over.
            if completeTransfer(now, &effects) { return }
            return end(outcome(of: reason, by: .completedByCallee, other: .completedByCaller), now, &effects)
        }
        noteEnd(of: index, reason, hadAnswered: hadAnswered, &effects)
        noteEndBeside(of: index, now, &effects)
        guard case .claimed(let claim) = phase, claim.leg == leg else { return }
        if case .leased = claim.stage { lapse(now, &effects) } else { winnerLost(now, &effects) }
    }

    /// Decides which party ended a conversation. A carrier reports both legs at once, and may report the leg that
    /// followed first.
    private func outcome(of reason: CarrierHangUpReason, by own: RingOutcome, other: RingOutcome) -> RingOutcome {
        switch reason {
        case .timeLimit: .timeLimit
        case .followed: other
        case .hungUp, .declined, .busy, .unreachable, .noAnswer, .unknown: own
        }
    }

    /// Gives a device the result that the end of its leg implies, unless we ended the leg.
    private mutating func noteEnd(
        of index: Int, _ reason: CarrierHangUpReason, hadAnswered: Bool, _ effects: inout [RingEffect]
    ) {
        let leg = legs[index]
        guard leg.hangUp == nil, let device = device(leg.device), wantedLeg(of: leg.device) == nil else { return }
        if let (claim, _) = joining, claim.leg != leg.id {
            return give(.answeredElsewhere, to: device, &effects)  // The device stopped because it was told to.
        }
        if hadAnswered { return give(.lost, to: device, &effects) }
        switch reason {
        case .hungUp, .followed, .declined: give(.declined, to: device, &effects)
        case .busy: give(.busy, to: device, &effects)
        case .noAnswer: give(.missed, to: device, &effects)
        case .timeLimit, .unknown: give(.failed, to: device, &effects)
        case .unreachable:
            if devices[device].hasPush && devices[device].reach != .number {
                devices[device].isAwaited = true
            } else {
                give(.unreachable, to: device, &effects)
            }
        }
    }

    /// The caller's leg is over.
    mutating func parentHungUp(_ reason: CarrierHangUpReason, _ now: Duration, _ effects: inout [RingEffect]) {
        guard parent.stage != .over else { return }
        parent.stage = .over
        parent.lookAt = nil
        parent.answerAt = nil
        parent.isPlaying = false
        forgetCommands(about: .parent)
        let isOutage = hasCarrierFailed && !hasCarrierObeyed
        switch phase {
        case .ringing: end(isOutage ? .providerOutage : .cancelled, now, &effects)
        case .claimed(let claim):
            if case .leased = claim.stage { return end(.cancelled, now, &effects) }
            if let device = device(claim.device) { give(.callerHungUp, to: device, &effects) }
            end(.abandoned, now, &effects)
        case .active: end(outcome(of: reason, by: .completedByCaller, other: .completedByCallee), now, &effects)
        case .parked: end(.completedByCaller, now, &effects)
        case .voicemail(var voicemail):
            if voicemail.stage == .saving { return }  // The recording was cut off, and the message may still arrive.
            guard voicemail.stage == .recording else { return end(voicemail.instead, now, &effects) }
            voicemail.stage = .saving
            voicemail.until = now + RingLimits.savingTimeMax
            phase = .voicemail(voicemail)
            release(.missed, &effects)
        case .apology: end(.winnerLost, now, &effects)
        case .ended: break
        }
    }

    /// The winner is lost before the conversation began: another device may have the call, or the caller is told.
    mutating func winnerLost(_ now: Duration, _ effects: inout [RingEffect]) {
        let lost = winner
        // The result of the bridge is unknown. If it records, the recording must stop.
        if let (_, joining) = joining, case .asked = joining.step { bridgeBegan(&effects) }
        vacate()
        if hasTalked, let lost { return nextWinnerLost(lost, now, &effects) }
        guard now < deadline, epoch < RingLimits.epochMax, devices.contains(where: mayAnswer) else {
            return reportWinnerLost(now, &effects)
        }
        phase = .ringing
        for device in devices where device.isBegun && mayAnswer(device) {
            notify(.ringingAgain(deadline: deadline), device, &effects)
        }
        parent.isPlaying = false  // A bridge without an event may have ended the playback.
        parent.ringbackAt = nil
        if parent.answerAttempts > 0 { playRingback(now, &effects) }
    }

    /// The winner is lost, and no other device can have the call.
    mutating func reportWinnerLost(_ now: Duration, _ effects: inout [RingEffect]) {
        if policy.hasVoicemail && policy.afterWinnerLost == .voicemail {
            beginVoicemail(instead: .winnerLost, now, &effects)
        } else if parent.stage >= .answered {
            apologize(now, &effects)
        } else {
            end(.winnerLost, now, &effects)
        }
    }

    /// Whether a device may still take the call.
    func mayAnswer(_ device: RungDevice) -> Bool {
        device.reason == nil && (!device.isBegun || device.isAwaited || wantedLeg(of: device.device) != nil)
    }

    /// The grace for losers is over: they stop ringing beside the conversation.
    mutating func releaseLosers(_ effects: inout [RingEffect]) {
        guard case .claimed(var claim) = phase, case .joining(var joining) = claim.stage else { return }
        joining.losersAt = nil
        claim.stage = .joining(joining)
        phase = .claimed(claim)
        release(.answeredElsewhere, sparing: claim.device, &effects)
    }

    /// Lets every device go, except one.
    mutating func release(_ reason: DeviceReason, sparing spared: DeviceID? = nil, _ effects: inout [RingEffect]) {
        nextStageAt = nil
        for index in legs.indices where legs[index].device != spared && legs[index].isWanted {
            dismiss(index, reason, &effects)
        }
        for index in devices.indices where devices[index].device != spared {
            devices[index].isAwaited = false
            give(reason, to: index, &effects)
        }
    }

    /// Marks a leg for hang-up. Settling sends the command as soon as the carrier has named the leg.
    mutating func dismiss(_ index: Int, _ reason: DeviceReason, _ effects: inout [RingEffect]) {
        guard legs[index].isWanted else { return }
        let given = device(legs[index].device).flatMap { devices[$0].reason }
        legs[index].hangUp = HangUpOrder(reason: given ?? reason)
        guard wantedLeg(of: legs[index].device) == nil, let device = device(legs[index].device) else { return }
        give(reason, to: device, &effects)
    }

    /// Decides the result for a device, once per round. A device that never rang is not told.
    mutating func give(_ reason: DeviceReason, to index: Int, _ effects: inout [RingEffect]) {
        let device = devices[index]
        guard device.reason == nil else { return }
        devices[index].reason = reason
        devices[index].isAwaited = false
        guard device.isBegun else { return }
        effects.append(.record(.device(device.device, of: device.user, reason)))
        guard reason != .answered else { return }
        notify(.over(reason), device, &effects)
        let isHeard = legs.contains { isOfRound($0, device) && $0.rank >= .ringing && $0.rank < .over }
        if device.isPushed && !device.hasChannel && !isHeard {
            effects.append(.push(.cancel(reason), device.device, round: device.round))
        }
    }

    private func isOfRound(_ leg: RingLeg, _ device: RungDevice) -> Bool {
        leg.device == device.device && leg.round ?? .first == device.round
    }

    /// Hangs up every leg that must end.
    mutating func endUnwantedLegs(_ now: Duration, _ effects: inout [RingEffect]) {
        for index in legs.indices {
            guard let order = legs[index].hangUp, legs[index].rank != .over || legs[index].isRevenant else { continue }
            if order.attempts == 0 { endUnwantedLeg(index, order, now, &effects) }
        }
    }

    private mutating func endUnwantedLeg(
        _ index: Int, _ order: HangUpOrder, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        let leg = legs[index]
        if leg.carrierID != nil {
            hangUp(index, now, &effects)
        } else if leg.dialAt != nil {
            legs[index].rank = .over  // The carrier had refused to dial, so presumably there is no leg.
            legs[index].isPresumedOver = true
            legs[index].dialAt = nil
        } else if !order.isWithdrawn, isPending(.dial, .leg(leg.id)) {
            legs[index].hangUp?.isWithdrawn = true
            effects.append(.withdraw(commandID(.dial, .leg(leg.id), attempt: leg.dialAttempts)))
        }
    }

    private mutating func hangUp(_ index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let order = legs[index].hangUp else { return }
        let attempt = order.attempts == .max ? 1 : order.attempts + 1
        legs[index].hangUp?.attempts = attempt
        legs[index].lookAt = now + hangUpWait(attempt)
        command(
            .hangUp(.leg(legs[index].id), order.reason.endReason), .hangUp, .leg(legs[index].id), attempt: attempt,
            &effects)
        if attempt == RingLimits.hangUpAttemptsMax { effects.append(.alarm(.hangUpIgnored(.leg(legs[index].id)))) }
    }

    private func hangUpWait(_ attempt: UInt8) -> Duration {
        attempt < RingLimits.hangUpAttemptsMax ? RingLimits.silenceMax : RingLimits.auditInterval
    }

    /// The call is over: hangs up the caller's leg.
    mutating func endParent(_ now: Duration, _ effects: inout [RingEffect]) {
        guard parent.stage != .over, parent.hangUp == nil, case .ended(let outcome) = phase else { return }
        parent.hangUp = HangUpOrder(reason: outcome.deviceReason)
        hangUpParent(now, &effects)
    }

    private mutating func hangUpParent(_ now: Duration, _ effects: inout [RingEffect]) {
        guard let sent = parent.hangUp?.attempts, parent.stage != .over else { return }
        let attempt = sent == .max ? 1 : sent + 1
        parent.hangUp?.attempts = attempt
        parent.lookAt = now + hangUpWait(attempt)
        let reason: EndReason = if case .ended(let outcome) = phase { outcome.endReason } else { .completed }
        // An ordered answer may have been carried out, even without an event of it.
        let wasAnswered = parent.stage != .parked || parent.answerAttempts > 0
        let order: CarrierCommand = wasAnswered || attempt > 1 ? .hangUp(.parent, reason) : .reject(reason)
        command(order, .hangUp, .parent, attempt: attempt, &effects)
        if attempt == RingLimits.hangUpAttemptsMax { effects.append(.alarm(.hangUpIgnored(.parent))) }
    }

    /// Hangs up a caller whose part is over while the session goes on, because a message is being saved.
    mutating func dismissParent(_ now: Duration, _ effects: inout [RingEffect]) {
        guard parent.hangUp == nil, parent.stage != .over else { return }
        parent.hangUp = HangUpOrder(reason: .answered)
        hangUpParent(now, &effects)
    }

    /// Repeats the hang-up of a leg that was found alive.
    mutating func hangUpAgain(_ leg: LegRef, _ now: Duration, _ effects: inout [RingEffect]) {
        switch leg {
        case .parent: hangUpParent(now, &effects)
        case .leg(let id): if let index = self.leg(id) { hangUp(index, now, &effects) }
        }
    }

    /// Handles the result of a hang-up. A leg that is already over is the wanted result.
    mutating func hangUpCommanded(
        _ leg: LegRef, _ result: CommandResult, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard case .alreadyOver = result else { return }  // Otherwise an event follows, or the leg is looked at.
        switch leg {
        case .parent: parentHungUp(.unknown, now, &effects)
        case .leg(let id): hungUp(id, .unknown, now, &effects)
        }
    }
}
