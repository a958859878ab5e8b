internal import Crypto
internal import WireJSON

/// Lets in who has a good provider token, by Apple's rules for its age, its change and its connection.
///
/// Source: Apple, "Establishing a token-based connection to APNs"; forum threads 674772, 675879 and 702056 for what a
/// change that comes too soon does to a connection and to a team.
struct APNsTokenGate: Sendable {
    /// A token older than this is refused.
    static let ageMax: Duration = .seconds(3_600)
    /// A token may not be changed oftener than this.
    static let changeInterval: Duration = .seconds(20 * 60)
    /// How far in the future a token may have been made: two clocks differ. Assumed.
    static let skewMax: Duration = .seconds(60)
    /// Signatures that were checked are remembered, for speed; a client has one token, tests have a few.
    private static let rememberedMax = 64

    /// One key, ready to check with.
    private struct Verifier: Sendable {
        var key: APNsKey
        var publicKey: P256.Signing.PublicKey
    }

    /// A token whose signature holds.
    private struct Checked: Sendable {
        var key: APNsKey
        var issued: Duration
    }

    /// What is known of one connection.
    private struct Connection: Sendable {
        var teamID: String?
        /// After an expired token a connection is of no more use.
        var isWedged = false
        /// After a change that came too soon, until the time for it has come.
        var blockedUntil: Duration?
    }

    /// The token in use and since when.
    private struct Use: Sendable {
        var token: String
        var since: Duration
    }

    private let verifiers: [Verifier]
    private let environment: APNsEnvironment
    private let isJudgedByTeam: Bool
    private var checked: [String: Checked] = [:]
    private var connections: [Int: Connection] = [:]
    private var uses: [String: Use] = [:]

    /// Keys that are no P-256 keys are left out: nothing signed with them is let in.
    init(keys: [APNsKey], environment: APNsEnvironment, isJudgedByTeam: Bool) {
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

    /// The key that signed, when the request may go on.
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

    /// Until when the connection is blocked when the change came too soon.
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
        guard let token = SignedToken(text), let issued = token.time("iat"),
            let verifier = verifiers.first(where: { $0.key.keyID == token.keyID }),
            token.claims["iss"]?.string == verifier.key.teamID, token.isSigned(by: verifier.publicKey)
        else { throw APNsRefusal(.invalidProviderToken) }
        if checked.count >= Self.rememberedMax { checked.removeAll() }
        let found = Checked(key: verifier.key, issued: issued)
        checked[text] = found
        return found
    }
}
