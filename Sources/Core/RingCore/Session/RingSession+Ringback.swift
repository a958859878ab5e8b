import CallModel

/// Tones for a caller who was answered and waits: ringback while other devices ring after the winner was lost, or hold
/// music. The caller never hears silence.
extension RingSession {
    /// The tone that the caller should hear; nil while they talk, hear something else, or hear the carrier's ringing.
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

    /// Begins the tone if it is due.
    mutating func fillSilence(_ now: Duration, _ effects: inout [RingEffect]) {
        guard isSilent, parent.ringbackAt.map({ $0 <= now }) ?? true else { return }
        if tone == .playHold { playHold(&effects) } else { playRingback(now, &effects) }
    }

    mutating func playRingback(_ now: Duration, _ effects: inout [RingEffect]) {
        parent.ringbackAt = nil
        let count = parent.ringbacks ?? 0
        guard count < RingLimits.ringbacksMax else { return reportWinnerLost(now, &effects) }
        parent.ringbacks = count + 1
        parent.isPlaying = true
        command(.play(.playRingback), .playRingback, .parent, attempt: count + 1, &effects)
    }

    /// Begins hold music. If it cannot be played the caller waits in silence, which is better than ending the call.
    private mutating func playHold(_ effects: inout [RingEffect]) {
        parent.ringbackAt = nil
        let count = parent.holds ?? 0
        guard count < RingLimits.holdsMax else { return }
        parent.holds = count + 1
        parent.isPlaying = true
        command(.play(.playHold), .playHold, .parent, attempt: count + 1, &effects)
    }

    /// Ends hold music before the caller talks to another device.
    mutating func stopHold(_ effects: inout [RingEffect]) {
        guard parent.isPlaying else { return }
        parent.isPlaying = false
        command(.stopPlayback, .stopPlayback, .parent, &effects)
    }

    /// A waiting caller was looked at. The carrier cannot say whether hold music still plays, so it begins again.
    mutating func renewHold() {
        if tone == .playHold { parent.isPlaying = false }
    }

    /// A tone that should have gone on has ended: it begins again after a while, unless ringback cannot be played at
    /// all.
    mutating func toneEnded(
        _ purpose: CommandPurpose, hasPlayed: Bool, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        parent.isPlaying = false
        parent.ringbackAt = now + RingLimits.ringbackPause
        if !hasPlayed && isSilent && purpose == .playRingback { reportWinnerLost(now, &effects) }
    }

    /// Handles the result of the order to play a tone.
    mutating func toneCommanded(
        _ purpose: CommandPurpose, _ result: CommandResult, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        switch result {
        case .accepted: parentAnswered(now, &effects)  // Tones are played to answered callers only.
        case .alreadyOver: parentHungUp(.unknown, now, &effects)
        case .notAnswered where parent.stage == .parked: parent.isPlaying = false  // They hear ringing.
        case .conflict, .rateLimited, .unavailable: toneEnded(purpose, hasPlayed: true, now, &effects)
        case .notAnswered, .refused, .withdrawn: toneEnded(purpose, hasPlayed: false, now, &effects)
        }
    }
}
