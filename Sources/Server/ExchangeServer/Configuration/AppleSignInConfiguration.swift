internal import Accounts
public import Redaction

/// Sign in with Apple: who we are to Apple, and where Apple is.
public struct AppleSignInConfiguration: Hashable, Sendable {
    /// Bundle ids and Services ids tokens may be issued for.
    public var clients: [String]
    public var team: String
    /// The id of the key in Apple's developer portal.
    public var keyID: String
    /// The private key, PEM.
    public var privateKey: Redacted<String>
    /// Apple's address, or a stand-in's.
    public var address: String
    /// A PEM file of authorities to trust instead of the system's, for a stand-in.
    public var authorities: String?

    /// How long after a failure the first next try to revoke a token is; the pause doubles with every failure.
    package var revocationPause = Duration.seconds(60)

    public init(clients: [String], team: String, keyID: String, privateKey: Redacted<String>) {
        address = AppleClaims.issuer
        self.clients = clients
        self.team = team
        self.keyID = keyID
        self.privateKey = privateKey
    }
}
