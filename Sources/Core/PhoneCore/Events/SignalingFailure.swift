/// Why a connection is not there and will not come by itself.
public enum SignalingFailure: String, CaseIterable, Hashable, Sendable {
    /// The exchange could not be reached.
    case unreachable
    /// The exchange refused the credentials.
    case refused
    /// There are no credentials for this organisation, or they cannot be read now.
    case noCredentials
}
