extension PhoneCall {
    /// The system asks to hold or resume. Fulfilled at once: a system that waits ends the call (C44), and sound stops
    /// here before the peer knows.
    ///
    /// - Returns: whether it was resumed just now.
    mutating func hold(_ isOn: Bool, _ action: SystemActionID, into effects: inout [PhoneEffect]) -> Bool {
        guard stage == .connected, let line else {
            effects.append(.complete(action, .failed))
            return false
        }
        let isNew = isHeld != isOn
        isHeld = isOn
        if isNew { effects.append(.line(.hold(line.id, isOn))) }
        effects.append(.complete(action, .fulfilled))
        return isNew && !isOn
    }

    /// Makes room for another call, without being asked by the system; the system is told.
    mutating func yield(into effects: inout [PhoneEffect]) {
        guard stage == .connected, !isHeld, let line else { return }
        isHeld = true
        effects.append(.line(.hold(line.id, true)))
        ask(.hold, .hold(id, true), into: &effects)
    }

    /// The line could not follow: the system is asked to show what is.
    mutating func correctHold(_ isOn: Bool, into effects: inout [PhoneEffect]) {
        guard stage == .connected, isHeld != isOn else { return }
        isHeld = isOn
        ask(.hold, .hold(id, isOn), into: &effects)
    }

    /// Asks the system, unless it is being asked that already.
    mutating func ask(_ verb: SystemVerb, _ action: SystemAction, into effects: inout [PhoneEffect]) {
        guard !requests.contains(VerbSet(verb)) else { return }
        requests.insert(VerbSet(verb))
        effects.append(.request(SystemRequestID(id, verb), [action]))
    }
}
