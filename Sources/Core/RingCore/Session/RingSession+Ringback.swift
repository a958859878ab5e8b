import CallModel

/// What a caller hears who was answered, whose winner was lost, and for whom others ring: never silence.
extension RingSession {
    /// Whether the caller waits for somebody to answer and hears nothing.
    var isSilent: Bool {
        guard case .ringing = phase else { return false }
        return parent.stage >= .answered && parent.stage != .over && !parent.isPlaying
    }

    /// Begins the tone of ringing where it is due.
    mutating func fillSilence(_ now: Duration, _ effects: inout [RingEffect]) {
        if isSilent, parent.ringbackAt.map({ $0 <= now }) ?? true { playRingback(now, &effects) }
    }

    mutating func playRingback(_ now: Duration, _ effects: inout [RingEffect]) {
        parent.ringbackAt = nil
        let count = parent.ringbacks ?? 0
        guard count < RingLimits.ringbacksMax else { return tellWinnerLost(now, &effects) }
        parent.ringbacks = count + 1
        parent.isPlaying = true
        command(.play(.playRingback), .playRingback, .parent, attempt: count + 1, &effects)
    }

    /// The tone has ended though it was to go on: it is begun again after a while, unless it cannot be heard at all.
    mutating func ringbackEnded(hasPlayed: Bool, _ now: Duration, _ effects: inout [RingEffect]) {
        parent.isPlaying = false
        parent.ringbackAt = now + RingLimits.ringbackPause
        if !hasPlayed && isSilent { tellWinnerLost(now, &effects) }
    }

    /// Takes what came of the order to play it.
    mutating func ringbackCommanded(_ result: CommandResult, _ now: Duration, _ effects: inout [RingEffect]) {
        switch result {
        case .accepted: parentAnswered(now, &effects)  // To nobody else is anything played.
        case .alreadyOver: parentHungUp(.unknown, now, &effects)
        case .notAnswered where parent.stage == .parked: parent.isPlaying = false  // They hear the carrier's ringing.
        case .conflict, .rateLimited: ringbackEnded(hasPlayed: true, now, &effects)
        case .notAnswered, .refused, .unavailable, .withdrawn: ringbackEnded(hasPlayed: false, now, &effects)
        }
    }
}
