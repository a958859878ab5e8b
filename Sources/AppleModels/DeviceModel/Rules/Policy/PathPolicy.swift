/// Figures of the path monitor.
public struct PathPolicy: Hashable, Sendable {
    /// C90: from start to the first update. "Soon"; the figure is assumed.
    public var firstUpdateDelay: Duration = .milliseconds(10)
    /// C90: updates that joining a Wi-Fi brings, one to three.
    public var joiningUpdateCount = 3
    /// C90: between the updates of a burst. Assumed.
    public var burstInterval: Duration = .milliseconds(50)
    /// C90: whether a change of interface passes through a moment without any path.
    public var handoverPassesThroughNothing = false

    public init() {}
}
