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
