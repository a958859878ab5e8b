public import Redaction

/// An app on one phone, tablet or browser, as it registered itself.
public struct AccountDevice: Hashable, Sendable {
    public var id: String
    public var user: String
    /// What the app calls itself on that phone; stays over updates, goes with the app.
    public var installation: String
    /// How the person knows it.
    public var name: Redacted<String>
    /// `ios`, `android`, `web` or `other`.
    public var platform: String
    /// The organisation it shows at present.
    public var organization: String?
    /// Grows with every switch.
    public var organizationVersion: Int64
    /// Microseconds since 1970.
    public var createdAt: Int64
    public var lastUsedAt: Int64

    public init(
        id: String, user: String, installation: String, name: Redacted<String>, platform: String,
        organization: String? = nil, organizationVersion: Int64 = 0, createdAt: Int64, lastUsedAt: Int64
    ) {
        self.id = id
        self.user = user
        self.installation = installation
        self.name = name
        self.platform = platform
        self.organization = organization
        self.organizationVersion = organizationVersion
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}
