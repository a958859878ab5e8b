internal import WireJSON

extension AppleParty {
    /// Answers the control. `authorize` simulates a sign-in, `notify` sends a notification to the server, `rotate`
    /// changes the signing key, and `counts` returns the requests by path.
    package mutating func control(
        _ request: StandinRequest, _ segments: [Substring], at now: Duration
    ) -> StandinResponse? {
        let body = request.object ?? [:]
        switch (request.method, segments.first) {
        case ("POST", "authorize"): return authorize(body, at: now)
        case ("POST", "notify"): return notify(body, at: now)
        case ("POST", "rotate"): return rotate()
        case ("GET", "counts"):
            return .json(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) }))
        default: return nil
        }
    }

    /// Simulates a sign-in; the response has the token, the code, and the name at the first consent.
    private mutating func authorize(_ body: JSONObject, at now: Duration) -> StandinResponse {
        guard let authorization = AppleAuthorization(body, usual: configuration.clientIDs.first) else {
            return .json(["error": "client_id"], status: 400)
        }
        let subject = authorization.subject ?? "00\(identifiers.next() % 10_000).\(identifiers.text(32)).0000"
        let code = "c" + identifiers.text(40)
        accounts.add(
            AppleAccounts.Code(
                text: code, client: authorization.clientID, subject: subject, nonce: authorization.nonce,
                expires: now + AppleAccounts.codeLife))
        var claims = claims(authorization.clientID, subject, at: now)
        claims["c_hash"] = .string(Self.halfHash(code))
        claims["nonce"] = authorization.nonce.map { .string($0) }
        if let email = authorization.email {
            claims["email"] = .string(email)
            claims["email_verified"] = authorization.writesBooleansAsText ? "true" : true
            if authorization.isPrivateEmail {
                claims["is_private_email"] = authorization.writesBooleansAsText ? "true" : true
            }
        }
        claims["real_user_status"] = 2
        claims.merge(authorization.claims)
        guard let token = try? sign(claims, forged: authorization.isForged) else {
            return .json(["error": "cannot sign"], status: 500)
        }
        let isFirst = accounts.consent(subject, authorization.clientID)
        var answer: JSONObject = [
            "identity_token": .string(token), "code": .string(code), "sub": .string(subject),
            "is_first": .bool(isFirst),
        ]
        if isFirst { answer["name"] = body["name"] ?? ["givenName": "Johnny", "familyName": "Appleseed"] }
        return .json(answer)
    }

    /// Sends a notification: `{"type", "sub", "client_id"?, "email"?, "url"?, "jti"?, "claims"?}`.
    private mutating func notify(_ body: JSONObject, at now: Duration) -> StandinResponse {
        let types = ["email-disabled", "email-enabled", "consent-revoked", "account-delete"]
        guard let type = body["type"]?.string, types.contains(type), let subject = body["sub"]?.string,
            let client = body["client_id"]?.string ?? configuration.clientIDs.first
        else { return .json(["error": .string("type: \(types.joined(separator: ", ")); sub")], status: 400) }
        var event: JSONObject = [
            "type": .string(type), "sub": .string(subject), "event_time": .integer(now.wholeMilliseconds),
        ]
        if let email = body["email"] {
            event["email"] = email
            event["is_private_email"] = "true"
        }
        if type == "consent-revoked" || type == "account-delete" { accounts.forget(subject, client) }
        var claims: JSONObject = [
            "iss": .string(AppleConfiguration.issuer), "aud": .string(client), "iat": .integer(now.wholeSeconds),
            "exp": .integer((now + configuration.tokenLife).wholeSeconds),
            "jti": body["jti"] ?? .string(identifiers.text(22)),
            // The value is a string with JSON, not an object.
            "events": .string(event.jsonText),
        ]
        claims.merge(body["claims"]?.object ?? [:])
        guard let token = try? sign(claims, forged: body["forged"]?.bool ?? false) else {
            return .json(["error": "cannot sign"], status: 500)
        }
        let payload: JSONObject = ["payload": .string(token)]
        if let url = body["url"]?.string ?? configuration.notificationURL { deliver(payload, to: url) }
        return .json(payload)
    }

    private mutating func rotate() -> StandinResponse {
        guard let key = try? StandinKeyPair(keyID: identifiers.text(10)) else {
            return .json(["error": "no key"], status: 500)
        }
        keys = Array((keys + [key]).suffix(3))
        return .json(["kid": .string(key.keyID)])
    }
}

/// A simulated sign-in of a person on a device, as requested by the control.
struct AppleAuthorization: Hashable, Sendable {
    var clientID: String
    /// The account; nil for a new person.
    var subject: String?
    var nonce: String?
    var email: String?
    var isPrivateEmail = false
    /// Whether booleans are written as text, as in some tokens.
    var writesBooleansAsText = false
    /// Claims that replace the regular ones, to make an invalid token.
    var claims: JSONObject = [:]
    /// Whether the token is signed with an unpublished key.
    var isForged = false

    /// Reads a request of the control; nil if there is no client identifier.
    init?(_ object: JSONObject, usual clientID: String?) {
        guard let client = object["client_id"]?.string ?? clientID else { return nil }
        self.clientID = client
        subject = object["sub"]?.string
        nonce = object["nonce"]?.string
        email = object["email"]?.string
        isPrivateEmail = object["is_private_email"]?.bool ?? false
        writesBooleansAsText = object["text_booleans"]?.bool ?? false
        claims = object["claims"]?.object ?? [:]
        isForged = object["forged"]?.bool ?? false
    }
}
