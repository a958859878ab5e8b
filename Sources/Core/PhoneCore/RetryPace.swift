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

/// When to renew what lasts for a time: after a part of the time left, within bounds.
public struct RenewalPace: Hashable, Sendable {
    /// The part of the time left that passes before, in percent.
    public var percent: Int64
    /// The shortest wait, so that a wrong clock does not make a storm of renewals.
    public var shortest: Duration
    public var longest: Duration

    /// Longer than anything lasts, and short enough to calculate with.
    private static let timeLeftMax = Duration.seconds(365 * 24 * 3_600)

    public init(percent: Int64, shortest: Duration, longest: Duration) {
        self.percent = percent
        self.shortest = shortest
        self.longest = longest
    }

    /// The wait before what has this much time left is renewed.
    func wait(timeLeft: Duration) -> Duration {
        let part = min(max(timeLeft, .zero), Self.timeLeftMax) * percent / 100
        return min(max(part, shortest), longest)
    }
}
