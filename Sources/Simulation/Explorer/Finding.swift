/// What a search says about one property.
public struct Finding<State: Sendable, Action: Sendable>: Sendable {
    /// The sentence about the machine.
    public let property: String
    /// What was asked.
    public let expectation: Property<State>.Expectation
    /// A shortest way to a state that breaks it; or, for `sometimes`, to one that shows it.
    public let trace: Trace<State, Action>?

    /// Whether the machine does what was asked, as far as it was searched.
    public var isSatisfied: Bool {
        expectation == .sometimes ? trace != nil : trace == nil
    }
}
