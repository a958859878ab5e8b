public import Redaction
public import WireJSON

/// The claims of an identity token from Apple. Times are seconds since 1970. Source: Apple, "Authenticating users with
/// Sign in with Apple".
public struct AppleClaims: Hashable, Sendable {
    /// The `iss` of every token of Apple.
    public static let issuer = "https://appleid.apple.com"
    /// The tolerated difference between Apple's clock and ours, in seconds.
    public static let skew: Int64 = 60

    /// The claim `iss`; see ``check(clients:now:)``.
    public let issuer: String
    /// The claim `aud`: the client that the token was issued to.
    public let audience: String
    /// The claim `sub`: the Apple account, under a name that is stable for one team. 1 to 255 bytes.
    public let subject: Redacted<String>
    /// The claim `iat`.
    public let issuedAt: Int64
    /// The claim `exp`.
    public let expiresAt: Int64
    /// SHA-256 of the nonce we issued, in hexadecimal.
    public let nonce: String?
    /// The claim `c_hash`: the left half of the SHA-256 of the code issued with the token, in base64url.
    public let codeHash: String?
    /// The claim `email`; Apple leaves it out where the person did not share an address.
    public let email: Redacted<String>?
    /// The claim `email_verified`; false where it is missing.
    public let isEmailVerified: Bool
    /// The claim `is_private_email`: whether the address is one that Apple forwards from. False where it is missing.
    public let isEmailPrivate: Bool

    /// Reads the claims of a token. It checks neither the signature nor the times.
    ///
    /// - Throws: `malformed` where a claim that every token has is missing.
    public init(_ object: JSONObject) throws(AppleTokenError) {
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

    /// Checks that Apple issued the token to one of our clients, and that it is valid now.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: `wrongIssuer`, `wrongAudience`, `expired` or `notYetIssued`; both times allow for ``skew``.
    public func check(clients: [String], now: Int64) throws(AppleTokenError) {
        guard issuer == Self.issuer else { throw .wrongIssuer }
        guard clients.contains(audience) else { throw .wrongAudience }
        guard now < expiresAt + Self.skew else { throw .expired }
        guard issuedAt <= now + Self.skew else { throw .notYetIssued }
    }

    /// Checks that the token was issued together with a code.
    ///
    /// - Parameter hash: the left half of the code's SHA-256, in base64url. Source: OpenID Connect Core §3.3.2.11.
    /// - Throws: `wrongCode`. A token without the claim `c_hash` passes.
    public func check(codeHash hash: String) throws(AppleTokenError) {
        guard codeHash == nil || codeHash == hash else { throw .wrongCode }
    }
}

/// The header of a signed token. Source: RFC 7515 §4.1.
public struct AppleTokenHeader: Hashable, Sendable {
    /// The algorithms that Apple signs with: RS256 in practice, ES256 by its documents. Never `none`, never a shared
    /// secret.
    public static let algorithms = ["RS256", "ES256"]

    /// The claim `alg`, one of ``algorithms``.
    public let algorithm: String
    /// The claim `kid`: which of Apple's keys signed the token.
    public let keyID: String

    /// Reads a header.
    ///
    /// - Throws: `malformed` where `alg` or `kid` is missing, and `wrongAlgorithm` where Apple does not sign with it.
    public init(_ object: JSONObject) throws(AppleTokenError) {
        guard let algorithm = object["alg"]?.string, let keyID = object["kid"]?.string, !keyID.isEmpty else {
            throw .malformed
        }
        guard Self.algorithms.contains(algorithm) else { throw .wrongAlgorithm }
        self.algorithm = algorithm
        self.keyID = keyID
    }

    /// Checks that a key is the one the token names, and that the token's algorithm is the key's own.
    ///
    /// - Throws: `unknownKey`, `wrongAlgorithm`.
    public func check(against key: JSONObject) throws(AppleTokenError) {
        guard key["kid"]?.string == keyID else { throw .unknownKey }
        let kind = algorithm == "RS256" ? "RSA" : "EC"
        guard key["alg"]?.string == algorithm, key["kty"]?.string == kind else { throw .wrongAlgorithm }
    }
}

/// A notice from Apple to the server about an account. Source: Apple, "Processing changes for Sign in with Apple
/// accounts".
public struct AppleAccountNotification: Hashable, Sendable {
    /// The change of the account, by Apple's names.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case emailDisabled = "email-disabled"
        case emailEnabled = "email-enabled"
        case consentRevoked = "consent-revoked"
        case accountDeleted = "account-delete"
    }

    /// Identifies the notice, which Apple may send twice.
    public let id: String
    /// nil: the kind is unknown here, and the notice changes nothing.
    public let kind: Kind?
    /// The account, as ``AppleClaims/subject`` names it.
    public let subject: Redacted<String>

    /// - Parameter claims: those of the signed token; `events` is an object, written as a text.
    /// - Throws: `wrongIssuer`, `wrongAudience`, `notYetIssued`, `expired`, or `malformed` where a claim is missing.
    public init(_ claims: JSONObject, clients: [String], now: Int64) throws(AppleTokenError) {
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

/// Why a token from Apple is rejected. Safe to log.
public enum AppleTokenError: String, Error, Hashable, Sendable, CaseIterable {
    case malformed
    /// The algorithm is none that Apple signs with, or not the key's own.
    case wrongAlgorithm
    case unknownKey
    case badSignature
    case wrongIssuer
    case wrongAudience
    case expired
    /// Issued in the future.
    case notYetIssued
    case noNonce
    /// The nonce was not issued to this installation, was spent, or is too old.
    case wrongNonce
    /// The code is not the one the token was issued with.
    case wrongCode
    /// Two tokens of one sign-in belong to different people.
    case wrongSubject
}

/// Decides when Apple's keys are fetched: rarely, once for all users, and no more often when clients send invented key
/// names.
///
/// Moments are microseconds since 1970.
public struct AppleKeyCache: Hashable, Sendable {
    /// How to verify a token that is signed with a key.
    public enum Decision: Hashable, Sendable {
        /// Use the key at hand.
        case use
        /// Fetch the keys, then decide again.
        case fetch
        /// Refuse the token: the key is unknown, and it is too early to fetch again.
        case refuse
    }

    /// The least time between two fetches, in microseconds: a flood of unknown names costs Apple one request a minute.
    public static let pause: Int64 = 60_000_000
    /// The age at which the keys at hand are fetched again, in microseconds. Older keys are still used while Apple
    /// cannot be reached.
    public static let freshFor: Int64 = 24 * 3_600_000_000

    private var keyIDs: [String] = []
    private var fetchedAt: Int64?
    private var triedAt: Int64?

    /// A cache without keys, which therefore fetches them for the first token.
    public init() {}

    /// Decides about a token that names a key.
    ///
    /// - Parameter now: microseconds since 1970.
    public func decide(on keyID: String, at now: Int64) -> Decision {
        let isKnown = keyIDs.contains(keyID)
        let mayFetch = triedAt.map { now >= $0 + Self.pause } ?? true
        let isFresh = fetchedAt.map { now < $0 + Self.freshFor } ?? false
        if isKnown, isFresh || !mayFetch { return .use }
        return mayFetch ? .fetch : .refuse
    }

    /// Notes that a fetch begins.
    public mutating func tried(at now: Int64) { triedAt = now }

    /// Notes the keys that a fetch brought.
    public mutating func fetched(_ keyIDs: [String], at now: Int64) {
        self.keyIDs = keyIDs
        fetchedAt = now
    }

    /// Whether the last fetch brought that key.
    public func knows(_ keyID: String) -> Bool { keyIDs.contains(keyID) }
}
