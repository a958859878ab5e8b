import CallModel

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
        case .accepted, .withdrawn: break  // News of the answer follows, or the wait for it ends.
        case .alreadyOver: parentHungUp(.hungUp, now, &effects)
        case .notAnswered, .conflict, .refused, .unavailable: answerLater(RingLimits.bridgeRetryWait, now, &effects)
        case .rateLimited(let wait): answerLater(wait, now, &effects)
        }
    }

    /// Handles the result of answering a caller who was merged into this session; a bridge may wait for it.
    private mutating func mergedAnswered(
        _ leg: LegID, _ result: CommandResult, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        switch result {
        case .accepted:
            guard parent.stage >= .answered, let (_, joining) = joining, case .awaitingParent = joining.step else {
                return
            }
            bridgeAgain(now, &effects)
        case .alreadyOver: hungUp(leg, .hungUp, now, &effects)
        // The bridge will show it.
        case .notAnswered, .conflict, .rateLimited, .refused, .unavailable, .withdrawn: break
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

    private mutating func bridgeAgain(_ now: Duration, _ effects: inout [RingEffect]) {
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
        // Before the first claim there was no other bridge. Later, news without a mark may belong to an earlier one:
        // then only news of the leg itself, or a look, counts.
        let isOfClaim = mark.map { $0 == BridgeMark(claim.leg, epoch: claim.epoch) } ?? (claim.epoch == 0)
        if isOfClaim { activate(claim, now, &effects) }
    }

    /// Whether the bridge is that between the winner and the consulted device, as the winner's leg reports it.
    private func isConsultation(_ mark: BridgeMark) -> Bool {
        beside?.role == .consulted && mark.leg == besideLeg && mark.epoch == epoch
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

/// The progress of joining the caller and the winner.
public struct BridgeAttempt: Hashable, Sendable, Codable {
    /// The event that is awaited. Each wait ends at a time, so that no caller hears lasting silence.
    public enum Step: Hashable, Sendable, Codable {
        /// The carrier was told and has not replied.
        case asked(until: Duration)
        /// The leg of the caller, or of a merged caller, must be answered first.
        case awaitingParent(until: Duration)
        /// The carrier took the command; its news is awaited.
        case confirming(until: Duration)
        /// The command is repeated at that time.
        case pausing(until: Duration)
        /// Both legs are looked at; the flags say which were found alive.
        case looking(parent: Bool, leg: Bool, until: Duration)

        /// When the wait is over.
        var until: Duration {
            switch self {
            case .asked(let until), .awaitingParent(let until), .confirming(let until), .pausing(let until),
                .looking(_, _, let until):
                until
            }
        }
    }

    /// When the losers are hung up; nil once they were.
    var losersAt: Duration?
    /// When the winner is given up.
    let givenUpAt: Duration
    /// How often the bridge was tried.
    var attempts: UInt8 = 1
    /// The event that is awaited.
    var step: Step
}
