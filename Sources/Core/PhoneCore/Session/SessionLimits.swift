/// The figures of the session.
public struct SessionLimits: Hashable, Sendable {
    /// The part of the time left that passes before the session is renewed, in percent.
    public var renewalPercent: Int64 = 80
    /// The shortest wait before a renewal, so that a wrong clock does not make a storm of them.
    public var renewalDelayMin: Duration = .seconds(60)
    /// The longest, so that the exchange hears of a living device once a day.
    public var renewalDelayMax: Duration = .seconds(24 * 3_600)
    /// The wait after a renewal that found no exchange; it doubles up to the longest.
    public var retryDelayMin: Duration = .seconds(5)
    public var retryDelayMax: Duration = .seconds(600)

    /// The house's figures.
    public init() {}

    /// When to renew a session that has this much time left.
    func renewalDelay(timeLeft: Duration) -> Duration {
        let part = min(max(timeLeft, .zero), .seconds(365 * 24 * 3_600)) * renewalPercent / 100
        return min(max(part, renewalDelayMin), renewalDelayMax)
    }

    func retryDelay(after failures: UInt8) -> Duration {
        var delay = retryDelayMin
        for _ in 1..<max(failures, 1) where delay < retryDelayMax { delay *= 2 }
        return min(delay, retryDelayMax)
    }
}
