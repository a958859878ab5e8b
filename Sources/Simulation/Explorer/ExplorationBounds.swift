/// Where a search stops that would otherwise go on.
public struct ExplorationBounds: Hashable, Sendable {
    /// The most states to remember. Each costs about 30 bytes, besides those waiting to be visited.
    public var statesMax: Int
    /// The most actions from an initial state.
    public var depthMax: Int

    /// Bounds that a search in a test should not meet: ten million states are minutes and some hundred megabytes.
    public init(statesMax: Int = 10_000_000, depthMax: Int = .max) {
        self.statesMax = statesMax
        self.depthMax = depthMax
    }
}
