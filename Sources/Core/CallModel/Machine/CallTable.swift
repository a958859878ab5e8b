/// The machine as a table: every reachable state, every event, and the result of each pair.
///
/// The vectors, the versions in other languages and the diagrams are generated from it, and the checks run over it.
public struct CallTable: Sendable {
    /// The result of an event in a state.
    public enum Entry: Hashable, Sendable {
        /// The index of the next state.
        case moved(Int)
        /// The rule that refused the event.
        case refused(Refusal)
    }

    /// The states in the order of a breadth-first walk, which begins with idle outbound and idle inbound.
    public let states: [CallState]
    /// The events, ``CallEvent/all``.
    public let events: [CallEvent]
    /// One row per state, one entry per event. Settable, so that a test can give a check a faulty table.
    public var rows: [[Entry]]

    /// Walks the machine from both idle states until no new state appears.
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
    /// The steps of this table that the table of one platform does not allow, each once, in order.
    public func illegalSteps<Name: CallProjection>(of _: Name.Type) -> [ForbiddenTransition] {
        var found: [ForbiddenTransition] = []
        forEachStep { state, event, next in
            let old = Name(of: states[state])
            let new = Name(of: states[next])
            guard !Name.allows(from: old, to: new) else { return }
            found.append(
                ForbiddenTransition(
                    platform: Name.platform, from: old?.rawValue ?? "none", to: new?.rawValue ?? "none",
                    state: states[state], event: events[event]))
        }
        return found
    }

    /// The steps of this table that the table of any platform does not allow.
    public var illegalSteps: [ForbiddenTransition] {
        illegalSteps(of: CanonicalName.self) + illegalSteps(of: TelnyxIOSState.self)
            + illegalSteps(of: TelnyxAndroidState.self) + illegalSteps(of: WebState.self)
            + illegalSteps(of: Z360IOSState.self) + illegalSteps(of: PajamaState.self)
    }
}

/// A step of this machine that a platform's own table does not allow.
public struct ForbiddenTransition: Hashable, Sendable, CustomStringConvertible {
    /// The platform.
    public let platform: String
    /// The platform's name before the step, `none` if it shows no call.
    public let from: String
    /// The platform's name after the step.
    public let to: String
    /// Our state before the step.
    public let state: CallState
    /// The event that makes the step.
    public let event: CallEvent

    /// The whole step, for the engineer who mends a table.
    public var description: String { "\(platform): \(from) → \(to) by \(event) in [\(state)]" }
}
