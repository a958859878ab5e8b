internal import Crypto
internal import WireJSON

/// The state machine of Sign in with Apple: `/auth/keys`, `/auth/token`, `/auth/revoke`, and simulated sign-ins.
package struct AppleParty: HTTPParty {
    package static let kind = StandinKind.apple
    static let accessLife: Int64 = 3_600

    let configuration: AppleConfiguration
    package var faults = HTTPFaultPlan()
    /// The key pairs. The newest signs; the others are still published.
    var keys: [StandinKeyPair]
    var accounts = AppleAccounts()
    var identifiers: IdentifierSource
    private let gate: AppleClientVerifier
    private var deliveries: [StandinDelivery] = []
    private var deliveryCount = 0
    /// The number of requests by path, for tests of caches.
    private(set) var counts: [String: Int] = [:]

    package init(_ configuration: AppleConfiguration, key: StandinKeyPair) {
        self.configuration = configuration
        keys = [key]
        identifiers = IdentifierSource(seed: configuration.seed)
        gate = AppleClientVerifier(clientIDs: configuration.clientIDs, keys: configuration.keys)
    }

    package mutating func handle(_ request: StandinRequest, at now: Duration) -> StandinResponse {
        counts[request.path, default: 0] += 1
        switch (request.method, request.path) {
        case ("GET", "/auth/keys"): return .json(["keys": .array(keys.compactMap(\.jwk).map { .object($0) })])
        case ("POST", "/auth/token"):
            return form(request, at: now) { party, form, client throws(StandinAppleError) in
                try party.token(form, client, at: now)
            }
        case ("POST", "/auth/revoke"):
            return form(request, at: now) { party, form, client throws(StandinAppleError) in
                guard let token = form["token"] else { throw StandinAppleError.invalidRequest }
                party.accounts.revoke(token, client: client)
                return StandinResponse(status: 200)
            }
        default: return StandinResponse(status: 404)
        }
    }

    package func failure(_ status: Int) -> StandinResponse {
        StandinResponse(status: status)
    }

    package func note(_ request: StandinRequest, _ response: StandinResponse) -> String {
        response.object?["error"]?.string ?? ""
    }

    package mutating func removeDeliveries() -> [StandinDelivery] {
        defer { deliveries = [] }
        return deliveries
    }

    mutating func deliver(_ body: JSONObject, to url: String) {
        deliveryCount += 1
        deliveries.append(
            StandinDelivery(
                number: deliveryCount, url: url, headers: [StandinHeader("content-type", "application/json")],
                body: JSONWriter.bytes(of: .object(body))))
    }

    /// Reads a form, checks the client, and calls `body`.
    private mutating func form(
        _ request: StandinRequest, at now: Duration,
        _ body: (inout AppleParty, FormFields, String) throws(StandinAppleError) -> StandinResponse
    ) -> StandinResponse {
        do throws(StandinAppleError) {
            guard request.mediaType == "application/x-www-form-urlencoded",
                let form = FormFields(String(decoding: request.body, as: UTF8.self))
            else { throw StandinAppleError.invalidRequest }
            return try body(&self, form, try gate.admit(form, at: now))
        } catch {
            return error.response
        }
    }

    private mutating func token(
        _ form: FormFields, _ client: String, at now: Duration
    ) throws(StandinAppleError) -> StandinResponse {
        var answer: JSONObject = [
            "access_token": .string(identifiers.text(48)), "token_type": "Bearer",
            "expires_in": .integer(Self.accessLife),
        ]
        let subject: String
        var nonce: String?
        switch form["grant_type"] {
        case "authorization_code":
            guard let text = form["code"] else { throw StandinAppleError.invalidRequest }
            guard let code = accounts.redeem(text, client: client, at: now) else {
                throw StandinAppleError.invalidGrant
            }
            subject = code.subject
            nonce = code.nonce
            let refresh = identifiers.text(48)
            accounts.add(AppleAccounts.Refresh(text: refresh, client: client, subject: subject))
            answer["refresh_token"] = .string(refresh)
        case "refresh_token":
            guard let text = form["refresh_token"] else { throw StandinAppleError.invalidRequest }
            guard let refresh = accounts.refresh(text, client: client) else { throw StandinAppleError.invalidGrant }
            subject = refresh.subject
        case nil: throw StandinAppleError.invalidRequest
        default: throw StandinAppleError.unsupportedGrantType
        }
        var claims = claims(client, subject, at: now)
        claims["nonce"] = nonce.map { .string($0) }
        claims["at_hash"] = .string(Self.halfHash(answer["access_token"]?.string ?? ""))
        answer["id_token"] = .string(try sign(claims))
        return .json(answer)
    }

    func claims(_ client: String, _ subject: String, at now: Duration) -> JSONObject {
        [
            "iss": .string(AppleConfiguration.issuer), "aud": .string(client), "sub": .string(subject),
            "iat": .integer(now.wholeSeconds), "exp": .integer((now + configuration.tokenLife).wholeSeconds),
            "auth_time": .integer(now.wholeSeconds), "nonce_supported": true,
        ]
    }

    func sign(_ claims: JSONObject, forged: Bool = false) throws(StandinAppleError) -> String {
        // A forged token is signed with an unpublished key.
        guard let key = forged ? try? StandinKeyPair(keyID: "STRANGEKEY") : keys.last,
            let token = try? JSONWebToken.make(claims, keyID: key.keyID, key: key.key)
        else { throw StandinAppleError.invalidRequest }
        return token
    }

    /// The left half of a SHA-256, as in `c_hash` and `at_hash` (OpenID Connect Core §3.3.2.11).
    static func halfHash(_ text: String) -> String {
        Base64URL.text(Array(SHA256.hash(data: Array(text.utf8))).prefix(16))
    }
}

extension StandinKeyPair {
    /// The public key as published (RFC 7517); nil if it cannot be read.
    var jwk: JSONObject? {
        guard let (modulus, exponent) = primitives else { return nil }
        return [
            "kty": "RSA", "kid": .string(keyID), "use": "sig", "alg": "RS256",
            "n": .string(Base64URL.text(modulus)), "e": .string(Base64URL.text(exponent)),
        ]
    }
}

/// Checks the `client_secret` of clients.
///
/// Source: Apple, "Creating a client secret".
struct AppleClientVerifier: Sendable {
    /// The longest lifetime of a client secret.
    static let lifeMax: Duration = .seconds(15_777_000)
    /// How far clocks may differ (assumed).
    static let skewMax: Duration = .seconds(60)

    private let clientIDs: [String]
    private let keys: [APNsKey]
    private let publicKeys: [P256.Signing.PublicKey?]

    init(clientIDs: [String], keys: [APNsKey]) {
        self.clientIDs = clientIDs
        self.keys = keys
        publicKeys = keys.map { try? P256.Signing.PublicKey(pemRepresentation: $0.publicKeyPEM) }
    }

    /// Checks a form's client secret and returns the client's identifier.
    func admit(_ form: FormFields, at now: Duration) throws(StandinAppleError) -> String {
        guard let client = form["client_id"], let secret = form["client_secret"] else {
            throw StandinAppleError.invalidRequest
        }
        guard clientIDs.contains(client), let token = JSONWebToken(secret), isSigned(token),
            token.claims["sub"]?.string == client, token.claims["aud"]?.string == AppleConfiguration.issuer,
            let issued = token.time("iat"), let expires = token.time("exp"), issued <= now + Self.skewMax,
            expires > now, expires <= now + Self.lifeMax
        else { throw StandinAppleError.invalidClient }
        return client
    }

    private func isSigned(_ token: JSONWebToken) -> Bool {
        for (key, publicKey) in zip(keys, publicKeys) where key.keyID == token.keyID {
            guard let publicKey, token.claims["iss"]?.string == key.teamID else { continue }
            return token.isSigned(by: publicKey)
        }
        return false
    }
}

/// The error codes of the token endpoints (RFC 6749 §5.2).
enum StandinAppleError: String, Error, Hashable, Sendable {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
    case invalidScope = "invalid_scope"

    var response: StandinResponse {
        .json(["error": .string(rawValue)], status: 400)
    }
}
