internal import Crypto
internal import CryptoExtras
internal import WireJSON

/// Google's token endpoint for service accounts (RFC 7523), which exchanges a signed assertion for an access token.
struct FCMTokenEndpoint: Sendable {
    static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    /// The audience that google-auth writes for any endpoint.
    static let audience = "https://oauth2.googleapis.com/token"
    static let life: Duration = .seconds(3_599)
    private static let scopes = [
        "https://www.googleapis.com/auth/firebase.messaging", "https://www.googleapis.com/auth/cloud-platform",
    ]
    /// The longest lifetime of an assertion.
    private static let assertionLifeMax: Duration = .seconds(3_600)
    /// How far clocks may differ (assumed).
    private static let skewMax: Duration = .seconds(300)
    /// The most access tokens kept; the oldest are dropped first.
    private static let tokenCountMax = 1_000

    private struct Access: Sendable {
        var token: String
        var expires: Duration
    }

    private let clientEmail: String
    private let keyID: String
    private let key: _RSA.Signing.PublicKey
    private var tokens: [Access] = []

    init(clientEmail: String, key: StandinKeyPair) {
        self.clientEmail = clientEmail
        keyID = key.keyID
        self.key = key.key.publicKey
    }

    /// - Parameter place: the endpoint's own address, which is accepted as audience too.
    mutating func exchange(
        _ request: StandinRequest, place: String, fresh: String, at now: Duration
    ) -> StandinResponse {
        guard request.mediaType == "application/x-www-form-urlencoded",
            let form = FormFields(String(decoding: request.body, as: UTF8.self))
        else { return refused("invalid_request", "Not a form.") }
        guard form["grant_type"] == Self.grantType else {
            return refused("unsupported_grant_type", "Invalid grant_type")
        }
        guard let token = form["assertion"].flatMap(JSONWebToken.init) else {
            return refused("invalid_grant", "Bad Request: no JWT.")
        }
        if let fault = check(token, place: place, at: now) { return refused(fault.0, fault.1) }
        tokens.append(Access(token: fresh, expires: now + Self.life))
        if tokens.count > Self.tokenCountMax { tokens.removeFirst() }
        return .json([
            "access_token": .string(fresh), "expires_in": .integer(Self.life.wholeSeconds), "token_type": "Bearer",
        ])
    }

    func isGood(_ token: String?, at now: Duration) -> Bool {
        tokens.contains { $0.token == token && now < $0.expires }
    }

    /// Invalidates every token, as when a key is revoked.
    mutating func revokeAll() { tokens.removeAll() }

    private func check(_ token: JSONWebToken, place: String, at now: Duration) -> (String, String)? {
        guard token.claims["iss"]?.string == clientEmail else { return ("invalid_grant", "account not found") }
        guard token.keyID == nil || token.keyID == keyID, token.isSigned(by: key) else {
            return ("invalid_grant", "Invalid JWT Signature.")
        }
        let audience = token.claims["aud"]?.string
        guard audience == Self.audience || audience == place else {
            return ("invalid_grant", "Failed audience check.")
        }
        guard let issued = token.time("iat"), let expires = token.time("exp"), issued <= now + Self.skewMax,
            expires > now - Self.skewMax, expires > issued, expires - issued <= Self.assertionLifeMax
        else {
            return (
                "invalid_grant",
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe."
            )
        }
        let asked = token.claims["scope"]?.string?.split(separator: " ").map(String.init) ?? []
        guard asked.contains(where: Self.scopes.contains) else {
            return ("invalid_scope", "Invalid OAuth scope or ID token audience provided.")
        }
        return nil
    }

    private func refused(_ error: String, _ description: String) -> StandinResponse {
        .json(["error": .string(error), "error_description": .string(description)], status: 400)
    }
}
