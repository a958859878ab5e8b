public import Redaction
public import WireJSON

/// What Apple tells the server of an account. Source: Apple, "Processing changes for Sign in with Apple accounts".
public struct AppleNotice: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case emailDisabled = "email-disabled"
        case emailEnabled = "email-enabled"
        case consentRevoked = "consent-revoked"
        case accountDeleted = "account-delete"
    }

    /// Names the notice: the same may come twice.
    public let id: String
    /// nil: of a kind that is not known here; it changes nothing.
    public let kind: Kind?
    public let subject: Redacted<String>

    /// - Parameter claims: of the signed token; `events` is an object, written as a text.
    public init(_ claims: JSONObject, clients: [String], now: Int64) throws(AppleTokenFault) {
        guard claims["iss"]?.string == AppleClaims.issuer else { throw .wrongIssuer }
        guard let audience = claims["aud"]?.string, clients.contains(audience) else { throw .wrongAudience }
        guard let issuedAt = claims["iat"]?.integer, issuedAt <= now + AppleClaims.skew else { throw .notYetIssued }
        if let end = claims["exp"]?.integer, now >= end + AppleClaims.skew { throw .expired }
        guard let id = claims["jti"]?.string, !id.isEmpty, let events = Self.events(claims["events"]),
            let type = events["type"]?.string, let subject = events["sub"]?.string
        else { throw .malformed }
        self.id = id
        kind = Kind(rawValue: type)
        self.subject = Redacted(subject)
    }

    private static func events(_ value: JSONValue?) -> JSONObject? {
        guard let text = value?.string else { return value?.object }
        return try? JSONParser.parse(Array(text.utf8)).object
    }
}
