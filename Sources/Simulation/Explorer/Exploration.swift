/// The result of a search.
public struct Exploration<State: Sendable, Action: Sendable>: Sendable {
    /// How much was seen.
    public let counts: ExplorationCounts
    /// Whether everything was: no bound was met, and no property stopped the search early.
    public let isComplete: Bool
    /// One for each property, in the model's order.
    public let findings: [Finding<State, Action>]

    /// The properties the machine does not have.
    public var broken: [Finding<State, Action>] { findings.filter { !$0.isSatisfied } }

    /// What was found about a property.
    public subscript(_ property: String) -> Finding<State, Action>? {
        findings.first { $0.property == property }
    }
}
