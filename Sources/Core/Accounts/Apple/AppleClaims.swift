public import Redaction
public import WireJSON

/// What an identity token of Apple's says. Source: Apple, "Authenticating users with Sign in with Apple"; times in
/// seconds since 1970.
public struct AppleClaims: Hashable, Sendable {
    public static let issuer = "https://appleid.apple.com"
    /// By how much Apple's clock and ours may differ.
    public static let skew: Int64 = 60

    public let issuer: String
    public let audience: String
    public let subject: Redacted<String>
    public let issuedAt: Int64
    public let expiresAt: Int64
    /// SHA-256 of the nonce we issued, in hexadecimal.
    public let nonce: String?
    public let codeHash: String?
    public let email: Redacted<String>?
    public let isEmailVerified: Bool
    public let isEmailPrivate: Bool

    public init(_ object: JSONObject) throws(AppleTokenFault) {
        guard let issuer = object["iss"]?.string, let audience = object["aud"]?.string,
            let subject = object["sub"]?.string, !subject.isEmpty, subject.utf8.count <= 255,
            let issuedAt = object["iat"]?.integer, let expiresAt = object["exp"]?.integer
        else { throw .malformed }
        self.issuer = issuer
        self.audience = audience
        self.subject = Redacted(subject)
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        nonce = object["nonce"]?.string
        codeHash = object["c_hash"]?.string
        email = object["email"]?.string.map { Redacted($0) }
        isEmailVerified = Self.flag(object["email_verified"])
        isEmailPrivate = Self.flag(object["is_private_email"])
    }

    /// Apple writes truth values as such or as text.
    private static func flag(_ value: JSONValue?) -> Bool { value?.bool ?? (value?.string == "true") }

    /// Whether Apple said this to one of our clients, now.
    ///
    /// - Parameter now: seconds since 1970.
    public func check(clients: [String], now: Int64) throws(AppleTokenFault) {
        guard issuer == Self.issuer else { throw .wrongIssuer }
        guard clients.contains(audience) else { throw .wrongAudience }
        guard now < expiresAt + Self.skew else { throw .expired }
        guard issuedAt <= now + Self.skew else { throw .notYetIssued }
    }

    /// Whether the token was issued with a code.
    ///
    /// - Parameter hash: the left half of the code's SHA-256, in base64url. Source: OpenID Connect Core §3.3.2.11.
    public func check(codeHash hash: String) throws(AppleTokenFault) {
        guard codeHash == nil || codeHash == hash else { throw .wrongCode }
    }
}
