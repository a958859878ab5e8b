/// The outcome of a push.
public enum PushOutcome: Hashable, Sendable {
    /// The service accepted it. The environment is the one of Apple's that did, for tokens that did not name one.
    case accepted(APNsEnvironment?)
    /// The service no longer accepts the token: delete it, if ``TokenRemoval/removes(registeredAt:)`` says so for the
    /// present registration.
    case tokenGone(TokenRemoval)
    /// Its deadline passed before any attempt could have reached the device.
    case expired
    /// Its deadline passed, or the sender stopped, after an attempt without an answer: it may have arrived.
    case unanswered
    /// Its call ended before it was sent, so it was not needed.
    case withdrawn
    /// A rule of ours kept it from being sent.
    case suppressed(PushRule)
    /// The service refused it for a reason that sending again does not mend.
    case refused(PushAlarm)
    /// Too many pushes were waiting.
    case overloaded
    /// The sender is stopping.
    case stopped
}

/// A refusal that an operator must look into. Safe to log: it holds no token, no payload.
public struct PushAlarm: Hashable, Sendable, CustomStringConvertible {
    /// Where the fault is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A request of ours was wrong.
        case ourRequest
        /// Keys, teams, topics or projects do not fit together.
        case configuration
        /// The service's documents do not describe the answer.
        case unknownAnswer
        /// More pushes wait for a device, or for the service, than the queue accepts.
        case overload
    }

    /// The service that refused.
    public let service: PushService
    /// Where the fault is.
    public let kind: Kind
    /// The HTTP status, or 0 without an answer.
    public let status: Int
    /// The service's own word for it, as far as it is one of the known words; of an overload, the full part: `device`
    /// or `queue`.
    public let reason: String

    public init(_ service: PushService, _ kind: Kind, status: Int, reason: String) {
        self.service = service
        self.kind = kind
        self.status = status
        self.reason = reason
    }

    static func overload(_ service: PushService, isWhole: Bool) -> PushAlarm {
        PushAlarm(service, .overload, status: 0, reason: isWhole ? "queue" : "device")
    }

    public var description: String { "\(service.rawValue) \(status) \(reason): \(kind.rawValue)" }
}

/// Limits how often an alarm is raised that every push would raise.
struct AlarmThrottle: Hashable, Sendable {
    /// The same alarm is raised at most this often.
    static let spacing = Duration.seconds(60)
    /// The most different alarms remembered; there are not many more kinds.
    static let countMax = 32

    private struct Raised: Hashable {
        var alarm: PushAlarm
        var at: Duration
    }

    private var raised: [Raised] = []

    /// Whether to raise the alarm now; if so, it is noted.
    mutating func mayRaise(_ alarm: PushAlarm, at now: Duration) -> Bool {
        if let index = raised.firstIndex(where: { $0.alarm == alarm }) {
            guard now >= raised[index].at + Self.spacing else { return false }
            raised.remove(at: index)
        }
        if raised.count >= Self.countMax { raised.removeFirst() }
        raised.append(Raised(alarm: alarm, at: now))
        return true
    }
}

/// The counters of a sender since its start.
public struct PushMetrics: Hashable, Sendable {
    /// Pushes that were handed in.
    public var submitted: UInt64 = 0
    /// Pushes with the outcome ``PushOutcome/accepted(_:)``.
    public var accepted: UInt64 = 0
    /// Pushes with the outcome ``PushOutcome/tokenGone(_:)``.
    public var tokensGone: UInt64 = 0
    /// Pushes with the outcome ``PushOutcome/expired``.
    public var expired: UInt64 = 0
    /// Pushes with the outcome ``PushOutcome/unanswered``.
    public var unanswered: UInt64 = 0
    /// Pushes with the outcome ``PushOutcome/withdrawn``.
    public var withdrawn: UInt64 = 0
    /// Pushes with the outcome ``PushOutcome/suppressed(_:)``.
    public var suppressed: UInt64 = 0
    /// Pushes with the outcome ``PushOutcome/refused(_:)``.
    public var refused: UInt64 = 0
    /// Pushes with the outcome ``PushOutcome/overloaded``.
    public var overloaded: UInt64 = 0
    /// Pushes with the outcome ``PushOutcome/stopped``.
    public var stopped: UInt64 = 0
    /// Requests sent, first and further ones.
    public var attempts: UInt64 = 0
    /// Requests after the first of a push.
    public var retries: UInt64 = 0
    /// Connections that were opened, at the start and later.
    public var connectionsOpened: UInt64 = 0
    /// Connections that ended without being asked to.
    public var connectionsLost: UInt64 = 0
    /// GOAWAY frames of the service: it is about to close a connection.
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

    /// The sum of the counters of two senders.
    public static func + (left: PushMetrics, right: PushMetrics) -> PushMetrics {
        var sum = left
        for path in counters { sum[keyPath: path] += right[keyPath: path] }
        sum.pending += right.pending
        return sum
    }

    /// Every counter with its name, in a fixed order, as the metrics page lists them.
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
