/// A shortest way from an initial state to one that matters.
public struct Trace<State: Sendable, Action: Sendable>: Sendable {
    /// Where it begins.
    public let initial: State
    /// Each action, and the state it led to.
    public let steps: [(action: Action, state: State)]

    /// Where it ends.
    public var last: State { steps.last?.state ?? initial }

    /// The actions alone.
    public var actions: [Action] { steps.map(\.action) }
}

extension Trace: CustomStringConvertible {
    /// The actions, one a line, numbered.
    public var description: String {
        steps.enumerated().map { "\($0.offset + 1). \($0.element.action)" }.joined(separator: "\n")
    }
}
