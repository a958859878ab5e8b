internal import Crypto
public import Redaction
internal import WireJSON

/// Checks provider tokens by Apple's rules for their age, their changes and their connections.
///
/// Source: Apple, "Establishing a token-based connection to APNs"; forum threads 674772, 675879 and 702056 for the
/// effect of an early change on a connection and on a team.
struct APNsTokenVerifier: Sendable {
    /// The greatest age of a token.
    static let ageMax: Duration = .seconds(3_600)
    /// The least interval between token changes.
    static let changeInterval: Duration = .seconds(20 * 60)
    /// How far in the future `iat` may be, because clocks differ (assumed).
    static let skewMax: Duration = .seconds(60)
    /// The most verified tokens remembered for speed; a client has one token, and tests have a few.
    private static let rememberedMax = 64

    /// One key, ready for verification.
    private struct Verifier: Sendable {
        var key: APNsKey
        var publicKey: P256.Signing.PublicKey
    }

    /// A token with a valid signature.
    private struct Checked: Sendable {
        var key: APNsKey
        var issued: Duration
    }

    /// The state of one connection.
    private struct Connection: Sendable {
        var teamID: String?
        /// Whether an expired token was used, after which every request of the connection is refused.
        var isWedged = false
        /// The end of the refusals after an early change of token; nil without one.
        var blockedUntil: Duration?
    }

    /// The token in use and the start of its use.
    private struct Use: Sendable {
        var token: String
        var since: Duration
    }

    private let verifiers: [Verifier]
    private let environment: APNsStandinEnvironment
    private let isJudgedByTeam: Bool
    private var checked: [String: Checked] = [:]
    private var connections: [Int: Connection] = [:]
    private var uses: [String: Use] = [:]

    /// Keys that are not P-256 are ignored, so tokens signed with them are refused.
    init(keys: [APNsKey], environment: APNsStandinEnvironment, isJudgedByTeam: Bool) {
        verifiers = keys.compactMap { key in
            (try? P256.Signing.PublicKey(pemRepresentation: key.publicKeyPEM)).map {
                Verifier(key: key, publicKey: $0)
            }
        }
        self.environment = environment
        self.isJudgedByTeam = isJudgedByTeam
    }

    mutating func closed(_ connection: Int) {
        connections[connection] = nil
        if !isJudgedByTeam { uses["\(connection)"] = nil }
    }

    /// Checks a request's token and returns its key.
    mutating func admit(
        _ authorization: String?, on connection: Int, at now: Duration
    ) throws(APNsRefusal) -> APNsKey {
        var state = connections[connection] ?? Connection()
        defer { connections[connection] = state }
        guard !state.isWedged else { throw APNsRefusal(.expiredProviderToken) }
        guard let authorization, !authorization.isEmpty else { throw APNsRefusal(.missingProviderToken) }
        let token = try Self.token(authorization)
        let found = try check(token)
        guard found.issued <= now + Self.skewMax else { throw APNsRefusal(.invalidProviderToken) }
        guard now - found.issued <= Self.ageMax else {
            state.isWedged = true
            throw APNsRefusal(.expiredProviderToken)
        }
        guard state.teamID == nil || state.teamID == found.key.teamID else { throw APNsRefusal(.invalidProviderToken) }
        guard found.key.environment == nil || found.key.environment == environment else {
            throw APNsRefusal(.badEnvironmentKeyIDInToken)
        }
        if let until = state.blockedUntil, now < until { throw APNsRefusal(.tooManyProviderTokenUpdates) }
        state.blockedUntil = change(to: token, of: found.key.teamID, on: connection, at: now)
        guard state.blockedUntil == nil else { throw APNsRefusal(.tooManyProviderTokenUpdates) }
        state.teamID = found.key.teamID
        return found.key
    }

    /// Notes a change of token; returns the end of the refusals if it is too early, else nil.
    private mutating func change(
        to token: String, of team: String, on connection: Int, at now: Duration
    ) -> Duration? {
        let judged = isJudgedByTeam ? team : "\(connection)"
        if let use = uses[judged] {
            if use.token == token { return nil }
            if now < use.since + Self.changeInterval { return use.since + Self.changeInterval }
        }
        uses[judged] = Use(token: token, since: now)
        return nil
    }

    private static func token(_ authorization: String) throws(APNsRefusal) -> String {
        let scheme = "bearer "
        guard authorization.utf8.count > scheme.utf8.count, authorization.prefix(scheme.count).lowercased() == scheme
        else { throw APNsRefusal(.invalidProviderToken) }
        return String(authorization.dropFirst(scheme.count))
    }

    private mutating func check(_ text: String) throws(APNsRefusal) -> Checked {
        if let known = checked[text] { return known }
        guard let token = JSONWebToken(text), let issued = token.time("iat"),
            let verifier = verifiers.first(where: { $0.key.keyID == token.keyID }),
            token.claims["iss"]?.string == verifier.key.teamID, token.isSigned(by: verifier.publicKey)
        else { throw APNsRefusal(.invalidProviderToken) }
        if checked.count >= Self.rememberedMax { checked.removeAll() }
        let found = Checked(key: verifier.key, issued: issued)
        checked[text] = found
        return found
    }
}

/// A signing key as registered with Apple: its public half and its restrictions.
public struct APNsKey: Hashable, Sendable {
    /// The `kid` of a provider token, ten characters.
    public var keyID: String
    /// The `iss` of a provider token, ten characters.
    public var teamID: String
    /// The P-256 public key as PEM (SubjectPublicKeyInfo).
    public var publicKeyPEM: String
    /// The environment of the key; nil for both.
    public var environment: APNsStandinEnvironment?
    /// The topics of the key; nil for all topics of the team.
    public var topics: [String]?

    public init(
        keyID: String, teamID: String, publicKeyPEM: String, environment: APNsStandinEnvironment? = nil,
        topics: [String]? = nil
    ) {
        self.keyID = keyID
        self.teamID = teamID
        self.publicKeyPEM = publicKeyPEM
        self.environment = environment
        self.topics = topics
    }
}

/// A developer's signing credential from Apple: the `.p8` file and its two identifiers.
public struct APNsCredential: Hashable, Sendable {
    /// The key's identifier: the `kid` of a provider token, ten characters.
    public var keyID: String
    /// The team's identifier: the `iss` of a provider token, ten characters.
    public var teamID: String
    /// The content of the `.p8` file (PKCS #8, PEM).
    public var privateKeyPEM: Redacted<String>
    /// The public half, with which the stand-in verifies.
    public var key: APNsKey

    /// Creates a key with these identifiers.
    public static func make(keyID: String = "STANDIN001", teamID: String = "STANDTEAM1") -> APNsCredential {
        let key = P256.Signing.PrivateKey()
        return APNsCredential(
            keyID: keyID, teamID: teamID, privateKeyPEM: Redacted(key.pemRepresentation + "\n"),
            key: APNsKey(keyID: keyID, teamID: teamID, publicKeyPEM: key.publicKey.pemRepresentation))
    }
}
