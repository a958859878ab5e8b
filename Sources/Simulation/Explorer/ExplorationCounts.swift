/// How much a search has seen. Equal for equal machines, so it can be recorded and compared.
public struct ExplorationCounts: Hashable, Sendable, Codable {
    /// Distinct states.
    public var states: Int
    /// Steps that were possible, between states known or new.
    public var transitions: Int
    /// The longest of the shortest ways to a state, in steps.
    public var depth: Int
    /// States in which nothing can happen any more.
    public var terminal: Int

    /// Makes counts.
    public init(states: Int, transitions: Int, depth: Int, terminal: Int) {
        self.states = states
        self.transitions = transitions
        self.depth = depth
        self.terminal = terminal
    }
}

extension ExplorationCounts: CustomStringConvertible {
    /// The counts as a sentence.
    public var description: String {
        "\(states) states, \(transitions) transitions, depth \(depth), \(terminal) terminal"
    }
}
