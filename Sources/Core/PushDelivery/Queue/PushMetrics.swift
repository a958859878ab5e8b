/// What a sender has counted since it was started.
public struct PushMetrics: Hashable, Sendable {
    public var submitted: UInt64 = 0
    public var accepted: UInt64 = 0
    public var tokensGone: UInt64 = 0
    public var expired: UInt64 = 0
    public var unanswered: UInt64 = 0
    public var withdrawn: UInt64 = 0
    public var suppressed: UInt64 = 0
    public var refused: UInt64 = 0
    public var overloaded: UInt64 = 0
    public var stopped: UInt64 = 0
    /// Requests sent, first and further ones.
    public var attempts: UInt64 = 0
    /// Requests after the first of a push.
    public var retries: UInt64 = 0
    public var connectionsOpened: UInt64 = 0
    /// Connections that ended without being asked to.
    public var connectionsLost: UInt64 = 0
    public var goAways: UInt64 = 0
    /// Provider or access tokens made.
    public var tokensMade: UInt64 = 0
    /// Times the service called for fewer pushes.
    public var slowed: UInt64 = 0
    /// Pushes that wait or are under way, now.
    public var pending: Int = 0

    public init() {}

    mutating func count(_ outcome: PushOutcome) {
        switch outcome {
        case .accepted: accepted += 1
        case .tokenGone: tokensGone += 1
        case .expired: expired += 1
        case .unanswered: unanswered += 1
        case .withdrawn: withdrawn += 1
        case .suppressed: suppressed += 1
        case .refused: refused += 1
        case .overloaded: overloaded += 1
        case .stopped: stopped += 1
        }
    }

    /// Both counted together.
    public static func + (left: PushMetrics, right: PushMetrics) -> PushMetrics {
        var sum = left
        for path in counters { sum[keyPath: path] += right[keyPath: path] }
        sum.pending += right.pending
        return sum
    }

    /// Every counter with its name, in a fixed order, as a page of figures lists them.
    public var named: [(name: String, value: UInt64)] {
        zip(Self.names, Self.counters).map { ($0, self[keyPath: $1]) }
    }

    private static var names: [String] {
        [
            "submitted", "accepted", "tokens_gone", "expired", "unanswered", "withdrawn", "suppressed", "refused",
            "overloaded", "stopped", "attempts", "retries", "connections_opened", "connections_lost", "go_aways",
            "tokens_made", "slowed",
        ]
    }

    private static var counters: [WritableKeyPath<PushMetrics, UInt64>] {
        [
            \.submitted, \.accepted, \.tokensGone, \.expired, \.unanswered, \.withdrawn, \.suppressed, \.refused,
            \.overloaded, \.stopped, \.attempts, \.retries, \.connectionsOpened, \.connectionsLost, \.goAways,
            \.tokensMade, \.slowed,
        ]
    }
}
