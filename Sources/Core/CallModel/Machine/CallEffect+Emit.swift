extension CallEffect {
    /// Appends what follows from a step: tones, deadlines and media by the difference between two states, messages by
    /// what was entered.
    ///
    /// Because nothing but the states matters, a step can be replayed and no path through the table can forget one.
    public static func emit(from old: CallState, to new: CallState, into effects: inout [CallEffect]) {
        effects.append(.changed(from: old, to: new))
        if old.isRinging && !new.isRinging { effects.append(.stopRinging) }
        emitTimers(from: old.timers, to: new.timers, into: &effects)
        if old.progress != new.progress {
            emitProgress(from: old, to: new, into: &effects)
        }
        if new.progress == .active {
            emitHold(from: old, to: new, into: &effects)
        }
        if new.link == .reconnecting && old.link != .reconnecting { effects.append(.recoverLink) }
    }

    private static func emitProgress(from old: CallState, to new: CallState, into effects: inout [CallEffect]) {
        switch new.progress {
        case .idle, .connecting, .active:
            break
        case .requesting:
            effects.append(.sendInvite)
        case .ringing:
            effects.append(.startRinging)
        case .answering:
            if new.direction == .inbound { effects.append(.sendAnswer) }
            effects.append(.awaitMedia)
        case .disconnecting(let reason):
            effects.append(.sendRelease(reason))
        case .ended(let reason):
            if case .ended = old.progress {
                effects.append(.endingStrengthened(reason))
            } else {
                effects.append(.ended(reason))
            }
        }
        if old.needsMedia && !new.needsMedia { effects.append(.releaseMedia) }
    }

    /// A request made while the link was down leaves when it is up again.
    private static func emitHold(from old: CallState, to new: CallState, into effects: inout [CallEffect]) {
        guard new.hold.isPending && !new.link.isDown else { return }
        guard old.hold != new.hold || old.link.isDown else { return }
        effects.append(new.hold == .turningOn ? .sendHold : .sendResume)
    }

    private static func emitTimers(from old: CallTimers, to new: CallTimers, into effects: inout [CallEffect]) {
        guard old != new else { return }
        for timer in [CallTimer.setUp, .ringing, .recovery, .release] {
            let bit = CallTimers(timer)
            if old.contains(bit) && !new.contains(bit) { effects.append(.stopTimer(timer)) }
            if new.contains(bit) && !old.contains(bit) { effects.append(.startTimer(timer)) }
        }
    }
}
