public import Redaction

/// Which user an Apple account is.
public struct AppleIdentity: Hashable, Sendable {
    /// Apple's `sub`: stable for one team.
    public var subject: Redacted<String>
    public var user: String
    /// The bundle or Services id the refresh token was given to.
    public var client: String
    /// Apple's refresh token, encrypted; needed to revoke.
    public var refreshToken: [UInt8]?
    public var email: Redacted<String>?
    public var isEmailVerified: Bool
    public var isEmailPrivate: Bool
    /// Whether Apple forwards mail to a private address.
    public var isEmailEnabled: Bool
    /// Microseconds since 1970.
    public var createdAt: Int64

    public init(
        subject: Redacted<String>, user: String, client: String, refreshToken: [UInt8]?, email: Redacted<String>?,
        isEmailVerified: Bool, isEmailPrivate: Bool, isEmailEnabled: Bool = true, createdAt: Int64
    ) {
        self.subject = subject
        self.user = user
        self.client = client
        self.refreshToken = refreshToken
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.isEmailPrivate = isEmailPrivate
        self.isEmailEnabled = isEmailEnabled
        self.createdAt = createdAt
    }
}
