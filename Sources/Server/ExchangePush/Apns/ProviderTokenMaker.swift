internal import JWTKit
internal import Redaction

/// Signs a team's provider tokens.
///
/// Source: Apple, "Establishing a token-based connection to APNs" (documented).
struct ProviderTokenMaker: Sendable {
    private struct Claims: JWTPayload {
        var iss: String
        /// Whole seconds, as Apple writes it.
        var iat: Int

        /// Never called: these are only signed.
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private let keys = JWTKeyCollection()
    private let key: ES256PrivateKey
    private let keyID: JWKIdentifier
    private let teamID: String

    init(_ account: ApnsAccount) throws(PushSenderError) {
        do {
            key = try ES256PrivateKey(pem: account.privateKeyPEM.revealed)
        } catch {
            throw PushSenderError(.key, "the key \(account.keyID) of team \(account.teamID) is no P-256 key in PEM")
        }
        keyID = JWKIdentifier(string: account.keyID)
        teamID = account.teamID
    }

    /// The text of a token made at that time, in seconds since 1970.
    func token(issuedAt: Int) async throws -> String {
        await keys.add(ecdsa: key, kid: keyID)
        return try await keys.sign(Claims(iss: teamID, iat: issuedAt), kid: keyID)
    }
}
