/// A signing key as it was registered with Apple: the public half and what it may be used for.
public struct APNsKey: Hashable, Sendable {
    /// Ten characters, `kid` of a provider token.
    public var keyID: String
    /// Ten characters, `iss` of a provider token.
    public var teamID: String
    /// P-256, as PEM (SubjectPublicKeyInfo).
    public var publicKeyPEM: String
    /// Nil: both environments.
    public var environment: APNsEnvironment?
    /// Nil: all topics of the team.
    public var topics: [String]?

    public init(
        keyID: String, teamID: String, publicKeyPEM: String, environment: APNsEnvironment? = nil,
        topics: [String]? = nil
    ) {
        self.keyID = keyID
        self.teamID = teamID
        self.publicKeyPEM = publicKeyPEM
        self.environment = environment
        self.topics = topics
    }
}
