/// The machine laid out flat: every state that can be reached, every event, and what comes of each pair.
///
/// From it come the vectors, the twins in other languages and the diagrams; the checks run over it.
public struct CallTable: Sendable {
    /// What comes of a pair.
    public enum Entry: Hashable, Sendable {
        /// The index of the next state.
        case moved(Int)
        /// The rule that refused.
        case refused(Refusal)
    }

    /// The states, in the order a breadth-first walk meets them: idle outbound, idle inbound, and on.
    public let states: [CallState]
    /// The events, ``CallEvent/all``.
    public let events: [CallEvent]
    /// A row a state, an entry an event. Settable, so that a check can be shown a table with a fault in it.
    public var rows: [[Entry]]

    /// Walks the machine from both idle states until nothing new appears.
    public init() {
        events = CallEvent.all
        var states = [CallState(idle: .outbound), CallState(idle: .inbound)]
        var indices = [states[0]: 0, states[1]: 1]
        rows = []
        while rows.count < states.count {
            let state = states[rows.count]
            rows.append(
                events.map { event in
                    switch state.step(on: event) {
                    case .refused(let refusal):
                        return .refused(refusal)
                    case .moved(let next):
                        if let known = indices[next] { return .moved(known) }
                        indices[next] = states.count
                        states.append(next)
                        return .moved(states.count - 1)
                    }
                })
        }
        self.states = states
    }

    /// Calls `body` with the indices of every step the table takes, in order.
    public func forEachStep(_ body: (_ state: Int, _ event: Int, _ next: Int) -> Void) {
        for (state, row) in rows.enumerated() {
            for (event, entry) in row.enumerated() {
                if case .moved(let next) = entry { body(state, event, next) }
            }
        }
    }
}

extension CallTable {
    /// The steps of this table that a platform's table does not know, each once, in order.
    public func illegalSteps<Name: CallProjection>(of _: Name.Type) -> [IllegalStep] {
        var found: [IllegalStep] = []
        forEachStep { state, event, next in
            let old = Name(of: states[state])
            let new = Name(of: states[next])
            guard !Name.allows(from: old, to: new) else { return }
            found.append(
                IllegalStep(
                    platform: Name.platform, from: old?.rawValue ?? "none", to: new?.rawValue ?? "none",
                    state: states[state], event: events[event]))
        }
        return found
    }

    /// The steps of this table that any platform's table does not know.
    public var illegalSteps: [IllegalStep] {
        illegalSteps(of: CanonicalName.self) + illegalSteps(of: TelnyxIOSState.self)
            + illegalSteps(of: TelnyxAndroidState.self) + illegalSteps(of: WebState.self)
            + illegalSteps(of: Z360IOSState.self) + illegalSteps(of: PajamaState.self)
    }
}

/// A step of ours that a platform's own table has no place for.
public struct IllegalStep: Hashable, Sendable, CustomStringConvertible {
    /// The platform.
    public let platform: String
    /// Its name before the step, `none` if it shows no call.
    public let from: String
    /// Its name after the step.
    public let to: String
    /// Our state before the step.
    public let state: CallState
    /// The event that makes it.
    public let event: CallEvent

    /// The whole of it, for whoever has to mend a table.
    public var description: String { "\(platform): \(from) → \(to) by \(event) in [\(state)]" }
}
