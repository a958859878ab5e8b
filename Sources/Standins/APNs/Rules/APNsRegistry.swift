/// The devices the push service knows, and how often each was pushed to of late.
struct APNsRegistry: Sendable {
    /// The most devices of one stand-in.
    static let deviceCountMax = 1_000_000

    private let environment: APNsEnvironment
    private let acceptsUnknown: Bool
    private let rate: StandinRate?
    private var devices: [String: APNsDevice] = [:]
    private var buckets: [String: RollingCount] = [:]

    init(environment: APNsEnvironment, acceptsUnknown: Bool, rate: StandinRate?) {
        self.environment = environment
        self.acceptsUnknown = acceptsUnknown
        self.rate = rate
    }

    /// False when there are too many.
    @discardableResult
    mutating func register(_ device: APNsDevice) -> Bool {
        guard devices.count < Self.deviceCountMax || devices[device.token] != nil else { return false }
        devices[device.token] = device
        return true
    }

    /// False when there is no such device.
    mutating func unregister(_ token: String, at moment: Duration) -> Bool {
        guard devices[token.lowercased()] != nil else { return false }
        devices[token.lowercased()]?.unregisteredAt = moment
        return true
    }

    var count: Int { devices.count }

    /// Refuses what the device does not take.
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
        guard buckets[token, default: RollingCount()].take(by: rate, at: now) else {
            throw APNsRefusal(.tooManyRequests)
        }
    }
}
