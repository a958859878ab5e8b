import Accounts
import Redaction
import Testing
import WireJSON

@Suite struct AppleTokenTests {
    private var good: JSONObject {
        [
            "iss": "https://appleid.apple.com", "aud": "app.example", "sub": "001.abc", "iat": 1_000, "exp": 1_600,
            "nonce": "aa", "c_hash": "hash", "email": "a@example.com", "email_verified": "true",
            "is_private_email": false,
        ]
    }

    private func fault(_ key: String, _ value: JSONValue?, now: Int64 = 1_100) -> AppleTokenError? {
        var object = good
        object[key] = value
        do throws(AppleTokenError) {
            try AppleClaims(object).check(clients: ["app.example", "web.example"], now: now)
            return nil
        } catch { return error }
    }

    @Test func `truth may be written as text`() throws {
        let claims = try AppleClaims(good)
        #expect(claims.isEmailVerified)
        #expect(!claims.isEmailPrivate)
        var other = good
        other["email_verified"] = true
        other["is_private_email"] = "true"
        #expect(try AppleClaims(other).isEmailVerified)
        #expect(try AppleClaims(other).isEmailPrivate)
        other["email"] = nil
        #expect(try AppleClaims(other).email == nil, "mail may be missing")
    }

    @Test func `a token of others, for others or of another time is not believed`() {
        #expect(fault("iss", "https://appleid.apple.com") == nil)
        #expect(fault("iss", "https://appleid.apple.com.evil") == .wrongIssuer)
        #expect(fault("aud", "evil.example") == .wrongAudience)
        #expect(fault("aud", ["app.example"]) == .malformed)
        #expect(fault("exp", 1_040) == .expired)
        #expect(fault("exp", 1_041) == nil, "clocks differ a little")
        #expect(fault("iat", 1_161) == .notYetIssued)
        #expect(fault("sub", nil) == .malformed)
        #expect(fault("sub", "") == .malformed)
    }

    @Test func `a code of another sign-in is noticed`() throws {
        let claims = try AppleClaims(good)
        try claims.check(codeHash: "hash")
        #expect(throws: AppleTokenError.wrongCode) { try claims.check(codeHash: "other") }
    }

    @Test(arguments: ["none", "HS256", "PS256", "rs256", ""])
    func `an algorithm Apple does not sign with is refused`(_ algorithm: String) {
        #expect(throws: AppleTokenError.wrongAlgorithm) {
            try AppleTokenHeader(["alg": .string(algorithm), "kid": "k"])
        }
    }

    @Test func `a key is used for its own algorithm`() throws {
        let header = try AppleTokenHeader(["alg": "ES256", "kid": "k"])
        #expect(throws: AppleTokenError.wrongAlgorithm) {
            try header.check(against: ["kid": "k", "alg": "RS256", "kty": "RSA"])
        }
        #expect(throws: AppleTokenError.wrongAlgorithm) { try header.check(against: ["kid": "k", "kty": "EC"]) }
        #expect(throws: AppleTokenError.unknownKey) {
            try header.check(against: ["kid": "other", "alg": "ES256", "kty": "EC"])
        }
        try header.check(against: ["kid": "k", "alg": "ES256", "kty": "EC"])
    }

    @Test func `a storm of unknown keys costs one fetch a minute`() {
        var keyCache = AppleKeyCache()
        #expect(keyCache.decide(on: "a", at: 0) == .fetch)
        keyCache.tried(at: 0)
        #expect(keyCache.decide(on: "a", at: 1) == .refuse)
        keyCache.fetched(["a"], at: 1)
        #expect(keyCache.decide(on: "a", at: 2) == .use)
        #expect(keyCache.decide(on: "b", at: 2) == .refuse)
        #expect(keyCache.decide(on: "b", at: AppleKeyCache.pause) == .fetch)
    }

    @Test func `keys are used beyond their time while Apple cannot be reached`() {
        var keyCache = AppleKeyCache()
        keyCache.tried(at: 0)
        keyCache.fetched(["a"], at: 0)
        let late = AppleKeyCache.freshFor
        #expect(keyCache.decide(on: "a", at: late) == .fetch)
        keyCache.tried(at: late)
        #expect(keyCache.decide(on: "a", at: late + 1) == .use)
    }

    @Test func `a notice is read, its events written as text or not`() throws {
        let base: JSONObject = ["iss": "https://appleid.apple.com", "aud": "app", "iat": 5, "jti": "j"]
        var text = base
        text["events"] = #"{"type":"consent-revoked","sub":"s","event_time":1}"#
        let notice = try AppleAccountNotification(text, clients: ["app"], now: 6)
        #expect(notice.kind == .consentRevoked)
        #expect(notice.subject == "s")
        var object = base
        object["events"] = ["type": "something-new", "sub": "s"]
        #expect(try AppleAccountNotification(object, clients: ["app"], now: 6).kind == nil)
        #expect(throws: AppleTokenError.malformed) { try AppleAccountNotification(base, clients: ["app"], now: 6) }
        #expect(throws: AppleTokenError.wrongAudience) {
            try AppleAccountNotification(text, clients: ["other"], now: 6)
        }
    }
}
