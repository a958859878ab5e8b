/// Something that happens at a time.
public struct ScenarioStep: Hashable, Sendable {
    /// Since the beginning.
    public var at: Duration
    public var deed: Deed

    /// Something that happens.
    public init(at: Duration, _ deed: Deed) {
        self.at = at
        self.deed = deed
    }
}

extension [ScenarioStep] {
    /// By time; what is at one time stays in the order it stands in.
    var inOrderOfTime: [ScenarioStep] {
        enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }
}
