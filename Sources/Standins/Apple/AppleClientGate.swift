internal import Crypto
internal import WireJSON

/// Lets in a client with a good `client_secret`.
///
/// Source: Apple, "Creating a client secret".
struct AppleClientGate: Sendable {
    /// The longest a client secret may be good for.
    static let lifeMax: Duration = .seconds(15_777_000)
    /// How far two clocks may differ. Assumed.
    static let skewMax: Duration = .seconds(60)

    private let clientIDs: [String]
    private let keys: [APNsKey]
    private let publicKeys: [P256.Signing.PublicKey?]

    init(clientIDs: [String], keys: [APNsKey]) {
        self.clientIDs = clientIDs
        self.keys = keys
        publicKeys = keys.map { try? P256.Signing.PublicKey(pemRepresentation: $0.publicKeyPEM) }
    }

    /// The client's identifier.
    func admit(_ form: FormFields, at now: Duration) throws(AppleError) -> String {
        guard let client = form["client_id"], let secret = form["client_secret"] else {
            throw AppleError.invalidRequest
        }
        guard clientIDs.contains(client), let token = SignedToken(secret), isSigned(token),
            token.claims["sub"]?.string == client, token.claims["aud"]?.string == AppleConfiguration.issuer,
            let issued = token.time("iat"), let expires = token.time("exp"), issued <= now + Self.skewMax,
            expires > now, expires <= now + Self.lifeMax
        else { throw AppleError.invalidClient }
        return client
    }

    private func isSigned(_ token: SignedToken) -> Bool {
        for (key, publicKey) in zip(keys, publicKeys) where key.keyID == token.keyID {
            guard let publicKey, token.claims["iss"]?.string == key.teamID else { continue }
            return token.isSigned(by: publicKey)
        }
        return false
    }
}
