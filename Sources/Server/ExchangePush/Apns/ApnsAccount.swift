public import PushDelivery
public import Redaction

/// A team at Apple, whose key signs for the topics of its apps.
public struct ApnsAccount: Sendable {
    /// Ten characters. Source: Apple, "Establishing a token-based connection to APNs" (documented).
    public var teamID: String
    /// Ten characters.
    public var keyID: String
    /// The `.p8` file's text.
    public var privateKeyPEM: Redacted<String>
    /// The topics pushed to: bundle ids, with `.voip` behind them for VoIP pushes.
    public var topics: [String]
    /// Where to connect instead of to Apple.
    public var endpoints: [ApnsEnvironment: ServiceEndpoint]

    public init(
        teamID: String, keyID: String, privateKeyPEM: Redacted<String>, topics: [String],
        endpoints: [ApnsEnvironment: ServiceEndpoint] = [:]
    ) {
        self.teamID = teamID
        self.keyID = keyID
        self.privateKeyPEM = privateKeyPEM
        self.topics = topics
        self.endpoints = endpoints
    }
}
