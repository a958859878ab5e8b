/// A machine for the explorer: its initial states, the possible actions of a state, and their results.
///
/// Everything must be a function of the state alone: the same state must give the same actions in the same order.
public protocol Model: Sendable {
    /// Everything that distinguishes one situation from another, and nothing more; otherwise equal situations are
    /// visited twice.
    associatedtype State: Hashable & Sendable
    /// A possible event.
    associatedtype Action: Sendable

    /// The states in which the machine may begin.
    var initialStates: [State] { get }

    /// The possible actions of a state, in a fixed order. A state without actions is terminal.
    func actions(in state: State) -> [Action]

    /// The state after an action; `nil` if the action turns out to be impossible.
    func step(_ state: State, _ action: Action) -> State?

    /// The properties that the machine must have.
    var properties: [Property<State>] { get }
}

/// A property of all, or of some, states that a machine can reach.
public struct Property<State: Sendable>: Sendable {
    /// The states in which the predicate must hold.
    public enum Expectation: Hashable, Sendable {
        /// Holds in every state.
        case always
        /// Holds in no state.
        case never
        /// Holds in at least one state, which shows that the search reaches the intended situation.
        case sometimes
        /// Holds in every state without possible actions.
        ///
        /// A machine that can run in circles forever satisfies it; add a `sometimes` for a terminal state.
        case eventually
    }

    /// A sentence about the machine.
    public let name: String
    /// The states in which the predicate must hold.
    public let expectation: Expectation
    @usableFromInline let holds: @Sendable (State) -> Bool

    /// Makes a property from a predicate, which must depend on the state alone.
    public init(_ expectation: Expectation, _ name: String, _ holds: @escaping @Sendable (State) -> Bool) {
        self.name = name
        self.expectation = expectation
        self.holds = holds
    }
}
