public import Redaction

/// Where a push reaches an app.
public struct PushToken: Hashable, Sendable {
    /// Which service takes it.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case apnsVoIP = "apns_voip"
        case apns
        case fcm
    }

    public var token: Redacted<String>
    /// The device it reaches.
    public var device: String
    public var kind: Kind
    /// Of APNs: `production` or `development`.
    public var environment: String?
    /// Of APNs: such as `cloud.example.app.voip`.
    public var topic: String?
    /// Microseconds since 1970; what APNs's "unregistered since" is compared with.
    public var registeredAt: Int64

    public init(
        token: Redacted<String>, device: String, kind: Kind, environment: String? = nil, topic: String? = nil,
        registeredAt: Int64
    ) {
        self.token = token
        self.device = device
        self.kind = kind
        self.environment = environment
        self.topic = topic
        self.registeredAt = registeredAt
    }
}
