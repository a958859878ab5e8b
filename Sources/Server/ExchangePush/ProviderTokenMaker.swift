internal import JWTKit
internal import PushDelivery
public import Redaction

/// Signs a team's provider tokens, one for both environments: both refuse a second one within 20 minutes.
///
/// Source: Apple, "Establishing a token-based connection to APNs" (documented).
actor ProviderTokenMaker {
    private struct Claims: JWTPayload {
        var iss: String
        /// Whole seconds, as in Apple's documentation.
        var iat: Int

        /// Never called: the claims are only signed here.
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private let keys = JWTKeyCollection()
    private let key: ES256PrivateKey
    private let keyID: JWKIdentifier
    private let teamID: String
    private let tokenStore: (any ProviderTokenStore)?
    private var newest: ProviderToken?
    private var signing: Task<ProviderToken, any Error>?

    init(_ account: APNsAccount, tokenStore: (any ProviderTokenStore)?) throws(PushSenderError) {
        do {
            key = try ES256PrivateKey(pem: account.privateKeyPEM.revealed)
        } catch {
            throw PushSenderError(.key, "the key \(account.keyID) of team \(account.teamID) is no P-256 key in PEM")
        }
        keyID = JWKIdentifier(string: account.keyID)
        teamID = account.teamID
        self.tokenStore = tokenStore
    }

    /// The team's token at a time in seconds since 1970: the newest one, until another may be made.
    func token(at second: Int) async throws -> ProviderToken {
        if let newest, Self.isFresh(newest, at: second) { return newest }
        if let signing { return try await signing.value }
        let task = Task { try await self.keptOrSigned(at: second) }
        signing = task
        defer { signing = nil }
        let token = try await task.value
        newest = token
        return token
    }

    private static func isFresh(_ token: ProviderToken, at second: Int) -> Bool {
        .seconds(second - token.issuedAt) < ProviderTokenRenewal.changeSpacingMin
    }

    private func keptOrSigned(at second: Int) async throws -> ProviderToken {
        if newest == nil, let kept = await tokenStore?.token(ofKey: keyID.string, team: teamID),
            kept.issuedAt <= second, Self.isFresh(kept, at: second)
        {
            return kept
        }
        let token = try await sign(issuedAt: second)
        await tokenStore?.keep(token, ofKey: keyID.string, team: teamID)
        return token
    }

    private func sign(issuedAt: Int) async throws -> ProviderToken {
        await keys.add(ecdsa: key, kid: keyID)
        let text = try await keys.sign(Claims(iss: teamID, iat: issuedAt), kid: keyID)
        return ProviderToken(text: Redacted(text), issuedAt: issuedAt)
    }
}

/// A signed provider token.
public struct ProviderToken: Sendable {
    /// The signed token, as the header `authorization` carries it after `bearer`.
    public var text: Redacted<String>
    /// In seconds since 1970.
    public var issuedAt: Int

    public init(text: Redacted<String>, issuedAt: Int) {
        self.text = text
        self.issuedAt = issuedAt
    }
}

/// Stores the newest provider token of a key beyond the life of the process: Apple refuses pushes of a team that makes
/// another token within 20 minutes, even after a restart of its server.
///
/// A token is a secret for an hour. Isolation: any task.
public protocol ProviderTokenStore: Sendable {
    /// - Returns: nil when there is none or it cannot be read.
    func token(ofKey key: String, team: String) async -> ProviderToken?
    func keep(_ token: ProviderToken, ofKey key: String, team: String) async
}
