internal import WireJSON

extension AppleParty {
    /// `authorize`: a person agrees on a device. `notify`: Apple tells the server. `rotate`: another key signs from now
    /// on. `counts`: requests by path.
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

    /// What the app is given by the system: the token, the code, and a name the first time.
    private mutating func authorize(_ body: JSONObject, at now: Duration) -> StandinResponse {
        guard let wish = AppleAuthorization(body, usual: configuration.clientIDs.first) else {
            return .json(["error": "client_id"], status: 400)
        }
        let subject = wish.subject ?? "00\(identifiers.next() % 10_000).\(identifiers.text(32)).0000"
        let code = "c" + identifiers.text(40)
        accounts.add(
            AppleAccounts.Code(
                text: code, client: wish.clientID, subject: subject, nonce: wish.nonce,
                expires: now + AppleAccounts.codeLife))
        var claims = claims(wish.clientID, subject, at: now)
        claims["c_hash"] = .string(Self.halfHash(code))
        claims["nonce"] = wish.nonce.map { .string($0) }
        if let email = wish.email {
            claims["email"] = .string(email)
            claims["email_verified"] = wish.writesBooleansAsText ? "true" : true
            if wish.isPrivateEmail { claims["is_private_email"] = wish.writesBooleansAsText ? "true" : true }
        }
        claims["real_user_status"] = 2
        claims.merge(wish.claims)
        guard let token = try? sign(claims, forged: wish.isForged) else {
            return .json(["error": "cannot sign"], status: 500)
        }
        let isFirst = accounts.consent(subject, wish.clientID)
        var answer: JSONObject = [
            "identity_token": .string(token), "code": .string(code), "sub": .string(subject),
            "is_first": .bool(isFirst),
        ]
        if isFirst { answer["name"] = body["name"] ?? ["givenName": "Johnny", "familyName": "Appleseed"] }
        return .json(answer)
    }

    /// `{"type", "sub", "client_id"?, "email"?, "url"?, "jti"?, "claims"?}`
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
            // A string that holds JSON, not an object.
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
