/// So many within a stretch of time.
public struct StandinRate: Hashable, Sendable {
    public var count: Int
    public var window: Duration

    public init(_ count: Int, per window: Duration) {
        self.count = count
        self.window = window
    }
}
