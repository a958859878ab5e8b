import DeviceModel

/// What followed from one event.
struct Turn {
    var effects: [DeviceEffect] = []

    /// The calls into the app.
    var callbacks: [AppCallback] {
        effects.compactMap { effect in
            guard case .callback(let callback, _) = effect else { return nil }
            return callback
        }
    }

    /// What could be noticed.
    var seen: [Observation] {
        effects.compactMap { effect in
            guard case .observe(let observation) = effect else { return nil }
            return observation
        }
    }

    /// What CallKit called in the app.
    var calls: [CallCallback] {
        callbacks.compactMap { callback in
            guard case .calls(let callback) = callback else { return nil }
            return callback
        }
    }

    /// The actions a provider was asked for.
    var actions: [DeviceCallAction] {
        calls.compactMap { callback in
            guard case .perform(let action, _, _) = callback else { return nil }
            return action
        }
    }

    /// What an action is to do, and to which call, in the order of asking.
    var wishes: [RequestedAction] { actions.map { RequestedAction($0.kind, $0.call) } }

    /// Why a process was killed, if one was.
    var termination: TerminationReason? {
        for case .terminated(let reason, _) in seen { return reason }
        return nil
    }

    /// What Recents got.
    var recents: [RecentsEntry.Kind] {
        seen.compactMap { observation in
            guard case .recents(let entry) = observation else { return nil }
            return entry.kind
        }
    }
}
