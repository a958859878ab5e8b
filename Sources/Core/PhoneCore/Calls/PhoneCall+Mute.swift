extension PhoneCall {
    /// The system asks to mute or unmute, in the person's name or by itself; said twice it does nothing (C48).
    mutating func mute(_ isOn: Bool, _ action: SystemActionID, into effects: inout [PhoneEffect]) {
        if guardsUnmute, !isOn, isMuted {
            // The system unmutes an outgoing call when it connects. The person muted it: the system is told again.
            endUnmuteGuard(into: &effects)
            effects.append(.complete(action, .fulfilled))
            ask(.mute, .mute(id, true), into: &effects)
            return
        }
        setMuted(isOn, into: &effects)
        effects.append(.complete(action, .fulfilled))
    }

    /// Mutes or unmutes the line. Hold is another matter: the microphone is open when neither closes it.
    mutating func setMuted(_ isOn: Bool, into effects: inout [PhoneEffect]) {
        guard isMuted != isOn, stage.isLive else { return }
        isMuted = isOn
        if let line { effects.append(.line(.mute(line.id, isOn))) }
    }

    /// From now on an unmute is the person's.
    mutating func endUnmuteGuard(into effects: inout [PhoneEffect]) {
        guard guardsUnmute else { return }
        guardsUnmute = false
        effects.append(.stopTimer(.unmuteGuard(id)))
    }
}
