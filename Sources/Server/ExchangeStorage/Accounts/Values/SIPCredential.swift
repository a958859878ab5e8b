/// What a device logs in with over WebSocket, for one organisation. Moments in microseconds since 1970.
public struct SIPCredential: Hashable, Sendable {
    public var login: String
    public var device: String
    public var user: String
    /// nil: for an exchange without organisations.
    public var organization: String?
    /// Text of a salted hash.
    public var secret: String
    public var createdAt: Int64
    public var expiresAt: Int64
    public var revokedAt: Int64?

    public init(
        login: String, device: String, user: String, organization: String?, secret: String, createdAt: Int64,
        expiresAt: Int64, revokedAt: Int64? = nil
    ) {
        self.login = login
        self.device = device
        self.user = user
        self.organization = organization
        self.secret = secret
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
    }
}
