/// The figures of a connection.
public struct ConnectionLimits: Hashable, Sendable {
    /// The wait before a second attempt; it doubles with every further one. Chance is the client's own matter.
    public var retryDelayMin: Duration = .milliseconds(500)
    /// The longest wait between two attempts.
    public var retryDelayMax: Duration = .seconds(30)
    /// Attempts in a row, some five minutes of them, after which it rests until something changes.
    public var attemptsMax: UInt8 = 16
    /// How long a live call may be without connection. Source: seed z360-ios-current-state §3.7 (30 s); the other
    /// seeds' 60 s is more than a person waits.
    public var reconnectDuration: Duration = .seconds(30)

    /// The house's figures.
    public init() {}

    /// The wait after this many failures in a row.
    func retryDelay(after failures: UInt8) -> Duration {
        var delay = retryDelayMin
        for _ in 1..<max(failures, 1) where delay < retryDelayMax { delay *= 2 }
        return min(delay, retryDelayMax)
    }
}
