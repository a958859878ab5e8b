/// The figures of a connection.
public struct ConnectionLimits: Hashable, Sendable {
    /// Between two attempts. Chance is the client's own matter.
    public var retry = RetryPace(first: .milliseconds(500), longest: .seconds(30))
    /// Attempts in a row, some five minutes of them, after which it rests: it tries seldom until something changes.
    public var attemptsMax: UInt8 = 16
    /// Between two attempts while it rests: a network can be found good again without any news of it.
    public var restDuration: Duration = .seconds(300)
    /// How long a live call may be without connection. Source: seed z360-ios-current-state §3.7 (30 s); the other
    /// seeds' 60 s is more than a person waits.
    public var reconnectDuration: Duration = .seconds(30)

    /// The house's figures.
    public init() {}
}
