import CallModel

extension RingSession {
    /// A leg was answered.
    mutating func answered(_ leg: LegID, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let index = self.leg(leg), legs[index].rank < .answered else { return }
        legs[index].rank = .answered
        guard legs[index].hangUp == nil else { return }
        switch legs[index].confirmation {
        case .needed:
            legs[index].confirmation = .asked
            command(.confirm(leg), .confirm, .leg(leg), &effects)
        case .asked: break
        case .notNeeded, .confirmed: claim(for: index, now, &effects)
        }
    }

    /// The party that answered a number pressed a key, or is a machine.
    mutating func confirmed(_ leg: LegID, isPerson: Bool, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let index = self.leg(leg), legs[index].isWanted, legs[index].confirmation == .asked else { return }
        guard isPerson else { return unconfirmed(.leg(leg), .machine, now, &effects) }
        legs[index].confirmation = .confirmed
        claim(for: index, now, &effects)
    }

    /// The party that answered a number does not get the call: it pressed no key, or the carrier could not ask for one.
    mutating func unconfirmed(
        _ leg: LegRef, _ reason: DeviceReason, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard case .leg(let id) = leg, let index = self.leg(id), legs[index].isWanted else { return }
        dismiss(index, reason, &effects)
    }

    /// Gives the call to a leg that answered, if the call is still available. This is the compare-and-set.
    mutating func claim(for index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        switch phase {
        case .ringing: win(index, now, &effects)
        case .claimed(let claim):
            switch claim.stage {
            case .leased(let until):
                // Another device holds the lease, so this leg waits. If that device does not answer in time, this leg
                // wins; otherwise it is hung up.
                if claim.leg == legs[index].id { win(index, now, &effects) }
                if claim.leg != legs[index].id, until <= now {
                    vacate()
                    win(index, now, &effects)
                }
            case .joining: if claim.leg != legs[index].id { dismiss(index, .answeredElsewhere, &effects) }
            }
        case .voicemail(let voicemail): if allowsRescue(voicemail) { rescue(index, now, &effects) }
        case .active, .parked:
            if isBeside(index) {
                besideAnswered(index, now, &effects)
            } else {
                dismiss(index, reasonForLate, &effects)
            }
        case .apology, .ended: dismiss(index, reasonForLate, &effects)
        }
    }

    /// The leg has the call: the caller is answered and joined to it, and all other devices are told.
    mutating func win(_ index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        let leg = legs[index]
        winner = leg.device
        beside = nil
        let isAnswered = parent.stage >= .answered
        // A device that hands a caller over stays until the transfer is done, and has the caller back if it fails.
        let losersAt = hasTalked ? nil : now + RingLimits.loserGrace
        phase = .claimed(
            Claim(
                device: leg.device, leg: leg.id, epoch: epoch,
                stage: .joining(
                    BridgeAttempt(
                        losersAt: losersAt, givenUpAt: now + RingLimits.bridgeTimeMax,
                        step: .asked(until: now + RingLimits.bridgeWait)))))
        if !isAnswered { answerParent(&effects) }
        if hasTalked { stopHold(&effects) }
        command(bridge(to: leg.id), .bridge, .leg(leg.id), &effects)
        if let device = device(leg.device) { notify(.won, devices[device], &effects) }
        for device in devices where device.device != leg.device && device.isBegun && device.reason == nil {
            notify(.answeredElsewhere, device, &effects)
        }
    }

    /// The command that joins the caller and a leg. If the caller already talked to a device, the command takes the
    /// caller from that device. A repeated bridge asks for its recording again. If the first bridge was made, the
    /// carrier makes no second one.
    func bridge(to leg: LegID) -> CarrierCommand {
        hasTalked ? .rebridge(leg) : .bridge(leg, records: recording == .wanted || recording == .running)
    }

    /// Whether the caller and a device heard each other.
    var hasTalked: Bool { bridgedAt != nil }

    mutating func answerParent(_ effects: inout [RingEffect]) {
        guard !isPending(.answer, .parent), parent.stage == .parked else { return }
        parent.answerAttempts += 1
        parent.answerAt = nil
        command(.answer(.parent), .answer, .parent, attempt: parent.answerAttempts, &effects)
    }

    /// Vacates the claim; events of the old epoch no longer count.
    mutating func vacate() {
        epoch += 1
        winner = nil
        parent.holds = nil
        pending.removeAll { $0.purpose == .bridge }
    }

    /// A lease was not used: a waiting leg gets the call, or the call rings on.
    mutating func lapse(_ now: Duration, _ effects: inout [RingEffect]) {
        vacate()
        phase = .ringing
        if let waiting = legs.firstIndex(where: \.canWin) {
            win(waiting, now, &effects)
        } else if now >= deadline {
            giveUp(.noAnswer, now, &effects)
        }
    }
}

extension RingLeg {
    /// Whether a person has answered it, so that it may have the call.
    var canWin: Bool { hasAnswered && (confirmation == .notNeeded || confirmation == .confirmed) }
}

/// The winner and the caller are joined.
extension RingSession {
    /// The claim whose legs are being joined, if there is one.
    var joining: (claim: Claim, joining: BridgeAttempt)? {
        guard case .claimed(let claim) = phase, case .joining(let joining) = claim.stage else { return nil }
        return (claim, joining)
    }

    private mutating func continueJoining(_ step: BridgeAttempt.Step) {
        guard var (claim, joining) = joining else { return }
        joining.step = step
        claim.stage = .joining(joining)
        phase = .claimed(claim)
    }

    /// The caller's leg was answered.
    mutating func parentAnswered(_ now: Duration, _ effects: inout [RingEffect]) {
        guard parent.stage == .parked else { return }
        parent.stage = .answered
        parent.answerAt = nil
        pending.removeAll { $0.purpose == .answer && $0.leg == .parent }
        if let (_, joining) = joining, case .awaitingParent = joining.step { bridgeAgain(now, &effects) }
        if case .voicemail(let voicemail) = phase, voicemail.stage == .answering { greet(now, &effects) }
    }

    /// Handles the result of answering the caller's leg, or the leg of a caller who was merged into this session.
    mutating func answerCommanded(
        _ leg: LegRef, _ result: CommandResult, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        if case .leg(let id) = leg { return mergedAnswered(id, result, now, &effects) }
        guard parent.stage == .parked else { return }
        switch result {
        case .accepted, .withdrawn: break  // The event of the answer follows, or the wait for it ends.
        case .alreadyOver: parentHungUp(.hungUp, now, &effects)
        case .notAnswered, .conflict, .refused, .unavailable: answerLater(RingLimits.bridgeRetryWait, now, &effects)
        case .rateLimited(let wait): answerLater(wait, now, &effects)
        }
    }

    private mutating func answerLater(_ wait: Duration, _ now: Duration, _ effects: inout [RingEffect]) {
        if parent.answerAttempts < RingLimits.answerAttemptsMax {
            parent.answerAt = now + wait
        } else {
            lookAtParent(now, &effects)
        }
    }

    /// Handles the result of a bridge.
    mutating func bridgeCommanded(
        _ leg: LegRef, _ result: CommandResult, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard let (claim, joining) = joining, leg == .leg(claim.leg) else { return }
        switch result {
        case .accepted:
            parentAnswered(now, &effects)  // Only an answered caller can be joined to a leg.
            bridgeBegan(&effects)
            continueJoining(.confirming(until: now + RingLimits.bridgeWait))
        case .notAnswered where parent.stage == .parked || isPending(.answer, leg):
            continueJoining(.awaitingParent(until: joining.givenUpAt))
        case .notAnswered, .conflict, .refused: pauseJoining(RingLimits.bridgeRetryWait, now, &effects)
        case .rateLimited(let wait): pauseJoining(wait, now, &effects)
        case .unavailable:
            bridgeBegan(&effects)  // As far as the exchange knows.
            lookAtBoth(now, &effects)
        case .alreadyOver, .withdrawn: lookAtBoth(now, &effects)
        }
    }

    private mutating func pauseJoining(_ wait: Duration, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let (_, joining) = joining else { return }
        guard joining.attempts < RingLimits.bridgeAttemptsMax else { return giveWinnerUp(now, &effects) }
        continueJoining(.pausing(until: now + wait))
    }

    private mutating func lookAtBoth(_ now: Duration, _ effects: inout [RingEffect]) {
        guard let (claim, _) = joining else { return }
        continueJoining(.looking(parent: false, leg: false, until: now + RingLimits.silenceMax))
        look(.parent, &effects)
        look(.leg(claim.leg), &effects)
    }

    mutating func bridgeAgain(_ now: Duration, _ effects: inout [RingEffect]) {
        guard var (claim, joining) = joining else { return }
        guard joining.attempts < RingLimits.bridgeAttemptsMax else { return giveWinnerUp(now, &effects) }
        joining.attempts += 1
        joining.step = .asked(until: now + RingLimits.bridgeWait)
        claim.stage = .joining(joining)
        phase = .claimed(claim)
        command(bridge(to: claim.leg), .bridge, .leg(claim.leg), attempt: joining.attempts, &effects)
    }

    /// Takes the due step of a claim.
    mutating func sweepClaim(_ claim: Claim, _ now: Duration, _ effects: inout [RingEffect]) {
        switch claim.stage {
        case .leased(let until): if until <= now { lapse(now, &effects) }
        case .joining(let joining):
            if let losersAt = joining.losersAt, losersAt <= now { releaseLosers(&effects) }
            if joining.givenUpAt <= now { return giveWinnerUp(now, &effects) }
            guard joining.step.until <= now else { return }
            switch joining.step {
            case .pausing: bridgeAgain(now, &effects)
            case .asked, .confirming, .awaitingParent, .looking: lookAtBoth(now, &effects)
            }
        }
    }

    /// One of the two legs was found alive. Once both are, the bridge is tried again.
    mutating func foundAlive(_ leg: LegRef, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let (claim, joining) = joining,
            case .looking(let isParentAlive, let isLegAlive, let until) = joining.step
        else { return }
        let isParent = isParentAlive || leg == .parent
        let isLeg = isLegAlive || leg == .leg(claim.leg)
        continueJoining(.looking(parent: isParent, leg: isLeg, until: until))
        if isParent && isLeg { bridgeAgain(now, &effects) }
    }

    /// The winner is there but cannot be joined.
    private mutating func giveWinnerUp(_ now: Duration, _ effects: inout [RingEffect]) {
        guard let (claim, _) = joining, let index = leg(claim.leg) else { return }
        effects.append(.alarm(.bridgeFailed(claim.leg)))
        dismiss(index, .failed, &effects)
        winnerLost(now, &effects)
    }

    /// A leg was joined to another one.
    mutating func bridged(
        _ leg: LegRef, by mark: BridgeMark?, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        switch leg {
        case .parent: parentBridged(by: mark, now, &effects)
        case .leg(let id):
            if let mark, isConsultation(mark) { return consultationBegun(now, &effects) }
            legBridged(id, now, &effects)
        }
    }

    private mutating func parentBridged(
        by mark: BridgeMark?, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard parent.stage != .over else { return }
        parentAnswered(now, &effects)
        guard let (claim, _) = joining else { return }
        // Before the first claim there was no other bridge. Later, an event without a mark may belong to an earlier one:
        // then only an event of the leg itself, or a look, counts.
        let isOfClaim = mark.map { $0 == BridgeMark(claim.leg, epoch: claim.epoch) } ?? (claim.epoch == 0)
        if isOfClaim { activate(claim, now, &effects) }
    }

    private mutating func legBridged(_ id: LegID, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let index = leg(id), legs[index].rank < .bridged else { return }
        if legs[index].hangUp == nil, legs[index].confirmation != .needed {
            if legs[index].confirmation == .asked { legs[index].confirmation = .confirmed }
            answered(id, now, &effects)
        }
        // It was joined to the winner or to the conversation, which says nothing about the caller's bridge.
        if legs[index].role == .consulted, isBeside(index) { return consultationBegun(now, &effects) }
        if legs[index].role == .consulted || legs[index].role == .barging { return }
        if let (claim, _) = joining, claim.leg == id { return activate(claim, now, &effects) }
        effects.append(.alarm(.bridgedWithoutClaim(id)))
        legs[index].rank = .bridged
        dismiss(index, reasonForLate, &effects)
    }

    /// The caller and the winner hear each other: all other devices are let go.
    private mutating func activate(_ claim: Claim, _ now: Duration, _ effects: inout [RingEffect]) {
        bridgedAt = bridgedAt ?? now
        phase = .active(Conversation(device: claim.device, leg: claim.leg, since: bridgedAt ?? now))
        parkedUntil = nil
        parent.stage = .bridged
        parent.isPlaying = false
        parent.lookAt = now + RingLimits.auditInterval
        pending.removeAll { $0.purpose == .bridge || $0.purpose == .answer }
        bridgeBegan(&effects)
        for index in legs.indices where legs[index].id == claim.leg {
            legs[index].rank = .bridged
            legs[index].lookAt = now + RingLimits.auditInterval
        }
        release(.answeredElsewhere, sparing: claim.device, &effects)
        if let device = device(claim.device) { give(.answered, to: device, &effects) }
    }
}
