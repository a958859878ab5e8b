/// Names the one deadline of fetching credentials.
public enum CredentialTimer: Hashable, Sendable {
    /// The exchange is to be asked. Harmless when late or once too often.
    case fetch
}
