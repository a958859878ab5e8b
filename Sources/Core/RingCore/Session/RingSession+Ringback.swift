import CallModel

/// What a caller hears who was answered and waits: ringing, where a winner was lost and others ring, or that they are
/// kept. Never silence.
extension RingSession {
    /// What they should hear; nil while they talk, hear something else, or hear the carrier's ringing.
    private var tone: CommandPurpose? {
        switch phase {
        case .ringing: .playRingback
        case .parked: .playHold
        case .active: beside?.keepsCallerWaiting == true ? .playHold : nil
        case .claimed, .voicemail, .apology, .ended: nil
        }
    }

    /// Whether the caller waits and hears nothing.
    var isSilent: Bool {
        tone != nil && parent.stage >= .answered && parent.stage != .over && !parent.isPlaying
    }

    /// Begins what they should hear where it is due.
    mutating func fillSilence(_ now: Duration, _ effects: inout [RingEffect]) {
        guard isSilent, parent.ringbackAt.map({ $0 <= now }) ?? true else { return }
        if tone == .playHold { playHold(&effects) } else { playRingback(now, &effects) }
    }

    mutating func playRingback(_ now: Duration, _ effects: inout [RingEffect]) {
        parent.ringbackAt = nil
        let count = parent.ringbacks ?? 0
        guard count < RingLimits.ringbacksMax else { return tellWinnerLost(now, &effects) }
        parent.ringbacks = count + 1
        parent.isPlaying = true
        command(.play(.playRingback), .playRingback, .parent, attempt: count + 1, &effects)
    }

    /// A caller for whom it cannot be played is kept all the same: silence is better than the end.
    private mutating func playHold(_ effects: inout [RingEffect]) {
        parent.ringbackAt = nil
        let count = parent.holds ?? 0
        guard count < RingLimits.holdsMax else { return }
        parent.holds = count + 1
        parent.isPlaying = true
        command(.play(.playHold), .playHold, .parent, attempt: count + 1, &effects)
    }

    /// What is played to a caller who is kept ends before they talk to somebody else.
    mutating func stopHold(_ effects: inout [RingEffect]) {
        guard parent.isPlaying else { return }
        parent.isPlaying = false
        command(.stopPlayback, .stopPlayback, .parent, &effects)
    }

    /// A caller who is kept was looked at. Whether they still hear it nobody can be asked, so it is begun anew.
    mutating func renewHold() {
        if tone == .playHold { parent.isPlaying = false }
    }

    /// It has ended though it was to go on: it is begun again after a while, unless ringing cannot be heard at all.
    mutating func toneEnded(
        _ purpose: CommandPurpose, hasPlayed: Bool, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        parent.isPlaying = false
        parent.ringbackAt = now + RingLimits.ringbackPause
        if !hasPlayed && isSilent && purpose == .playRingback { tellWinnerLost(now, &effects) }
    }

    /// Takes what came of the order to play it.
    mutating func toneCommanded(
        _ purpose: CommandPurpose, _ result: CommandResult, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        switch result {
        case .accepted: parentAnswered(now, &effects)  // To nobody else is anything played.
        case .alreadyOver: parentHungUp(.unknown, now, &effects)
        case .notAnswered where parent.stage == .parked: parent.isPlaying = false  // They hear the carrier's ringing.
        case .conflict, .rateLimited, .unavailable: toneEnded(purpose, hasPlayed: true, now, &effects)
        case .notAnswered, .refused, .withdrawn: toneEnded(purpose, hasPlayed: false, now, &effects)
        }
    }
}
