/// Something asked of every state a machine can reach, or of some.
public struct Property<State: Sendable>: Sendable {
    /// What is asked.
    public enum Expectation: Hashable, Sendable {
        /// Holds in every state.
        case always
        /// Holds in no state.
        case never
        /// Holds in at least one state: shows that the search reaches what it is about.
        case sometimes
        /// Holds in every state in which nothing can happen any more.
        ///
        /// A machine that can run in circles for ever satisfies it; add a `sometimes` for a state of rest.
        case eventually
    }

    /// A sentence about the machine.
    public let name: String
    /// What is asked.
    public let expectation: Expectation
    @usableFromInline let holds: @Sendable (State) -> Bool

    /// Makes a property from a predicate, which must depend on the state alone.
    public init(_ expectation: Expectation, _ name: String, _ holds: @escaping @Sendable (State) -> Bool) {
        self.name = name
        self.expectation = expectation
        self.holds = holds
    }
}
