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
