/// An app on a device, as the push service knows it.
public struct APNsDevice: Hashable, Sendable {
    /// Hexadecimal, lower case.
    public var token: String
    /// The topics it takes; empty: every one.
    public var topics: [String]
    public var environment: APNsEnvironment
    /// Since when the token is no longer good, since 1970; nil: it is good.
    public var unregisteredAt: Duration?

    public init(
        token: String, topics: [String] = [], environment: APNsEnvironment = .production,
        unregisteredAt: Duration? = nil
    ) {
        self.token = token.lowercased()
        self.topics = topics
        self.environment = environment
        self.unregisteredAt = unregisteredAt
    }
}
