/// The registered devices and their recent push rates.
struct APNsRegistry: Sendable {
    /// The most registered devices.
    static let deviceCountMax = 1_000_000
    /// With so many push rates, those without a push in their window are forgotten.
    static let bucketsMax = 10_000

    private let environment: APNsStandinEnvironment
    private let acceptsUnknown: Bool
    private let rate: StandinRate?
    private var devices: [String: APNsDevice] = [:]
    private var buckets: [String: SlidingWindowCounter] = [:]
    private var bucketsMax = Self.bucketsMax

    init(environment: APNsStandinEnvironment, acceptsUnknown: Bool, rate: StandinRate?) {
        self.environment = environment
        self.acceptsUnknown = acceptsUnknown
        self.rate = rate
    }

    /// Registers a device; returns false if there are too many.
    @discardableResult
    mutating func register(_ device: APNsDevice) -> Bool {
        guard devices.count < Self.deviceCountMax || devices[device.token] != nil else { return false }
        devices[device.token] = device
        return true
    }

    /// Unregisters a device; returns false if it is unknown.
    mutating func unregister(_ token: String, at moment: Duration) -> Bool {
        guard devices[token.lowercased()] != nil else { return false }
        devices[token.lowercased()]?.unregisteredAt = moment
        return true
    }

    var count: Int { devices.count }

    /// Checks that the device accepts a push.
    mutating func admit(_ token: String, topic: String, at now: Duration) throws(APNsRefusal) {
        if let device = devices[token] {
            guard device.environment == environment else { throw APNsRefusal(.badDeviceToken) }
            guard device.topics.isEmpty || device.topics.contains(topic) else {
                throw APNsRefusal(.deviceTokenNotForTopic)
            }
            if let since = device.unregisteredAt, since <= now { throw APNsRefusal(.unregistered, since: since) }
        } else if !acceptsUnknown {
            throw APNsRefusal(.badDeviceToken)
        }
        guard let rate else { return }
        if buckets[token] == nil, buckets.count >= bucketsMax {
            // Twice as many before the next look, so that pushes to ever new tokens stay cheap.
            buckets = buckets.filter { $0.value.roomAt(by: rate).map { $0 > now } ?? false }
            bucketsMax = max(Self.bucketsMax, 2 * buckets.count)
        }
        guard buckets[token, default: SlidingWindowCounter()].admit(by: rate, at: now) else {
            throw APNsRefusal(.tooManyRequests)
        }
    }
}

/// An app on a device, as the push service knows it.
public struct APNsDevice: Hashable, Sendable {
    /// The device token in lower-case hexadecimal.
    public var token: String
    /// The topics it accepts; empty for every topic.
    public var topics: [String]
    /// The environment in which the token is valid; in the other one it is a bad token.
    public var environment: APNsStandinEnvironment
    /// The moment since 1970 at which the token became invalid; nil if it is valid.
    public var unregisteredAt: Duration?

    public init(
        token: String, topics: [String] = [], environment: APNsStandinEnvironment = .production,
        unregisteredAt: Duration? = nil
    ) {
        self.token = token.lowercased()
        self.topics = topics
        self.environment = environment
        self.unregisteredAt = unregisteredAt
    }
}

/// One of Apple's two push services. Device tokens of one are unknown to the other.
public enum APNsStandinEnvironment: String, Hashable, Sendable, CaseIterable {
    case production, sandbox
}
