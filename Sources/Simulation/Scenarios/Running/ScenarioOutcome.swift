/// What came of a scenario on a phone.
public struct ScenarioOutcome: Hashable, Sendable {
    public let scenario: Scenario
    /// Whose phone it was.
    public let phone: String
    /// Everything that was seen, heard, done and believed, in order.
    public let moments: [ScenarioMoment]
    /// Each promise, in order of time.
    public let verdicts: [Verdict]

    /// Whether every promise was kept.
    public var isPassed: Bool { verdicts.allSatisfy(\.isHeld) }
    /// What was not.
    public var failures: [Verdict] { verdicts.filter { !$0.isHeld } }

    /// Whether these words stand in a promise that was broken, or in what was found instead.
    public func shows(_ words: String) -> Bool { failures.contains { $0.description.contains(words) } }
}
