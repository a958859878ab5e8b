/// Why a connection is not there and will not come by itself.
public enum SignalingFailure: String, CaseIterable, Hashable, Sendable {
    /// The provider could not be reached.
    case unreachable
    /// The provider refused the credentials.
    case refused
    /// There are no credentials for this registration, or they cannot be read now.
    case noCredentials
}
