/// The wait before the next attempt. It doubles with each consecutive failure, up to the longest wait.
public struct RetryPace: Hashable, Sendable {
    /// The wait after one failure.
    public var first: Duration
    /// The longest wait, however many failures there were.
    public var longest: Duration

    /// Waits from `first` to `longest`.
    public init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// The wait after this many consecutive failures.
    package func wait(after failures: UInt8) -> Duration {
        var wait = first
        for _ in 1..<max(failures, 1) where wait < longest { wait *= 2 }
        return min(wait, longest)
    }
}

/// When to renew something that expires: after a part of the remaining time, within bounds.
public struct RenewalPace: Hashable, Sendable {
    /// The part of the remaining time that passes before the renewal, in percent.
    public var percent: Int64
    /// The shortest wait. It prevents a storm of renewals if the clock is wrong.
    public var shortest: Duration
    /// The longest wait, however far the expiry is.
    public var longest: Duration

    /// An upper bound of the remaining time that is safe to calculate with.
    private static let timeLeftMax = Duration.seconds(365 * 24 * 3_600)

    /// A pace within these bounds. If they contradict each other, `longest` counts.
    public init(percent: Int64, shortest: Duration, longest: Duration) {
        self.percent = percent
        self.shortest = shortest
        self.longest = longest
    }

    /// The wait before renewing something that expires in `timeLeft`.
    func wait(timeLeft: Duration) -> Duration {
        let part = min(max(timeLeft, .zero), Self.timeLeftMax) * percent / 100
        return min(max(part, shortest), longest)
    }
}
