/// How long to wait before another attempt: twice as long with every failure in a row, up to the longest.
public struct RetryPace: Hashable, Sendable {
    /// After one failure.
    public var first: Duration
    public var longest: Duration

    public init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// The wait after this many failures in a row.
    package func wait(after failures: UInt8) -> Duration {
        var wait = first
        for _ in 1..<max(failures, 1) where wait < longest { wait *= 2 }
        return min(wait, longest)
    }
}
