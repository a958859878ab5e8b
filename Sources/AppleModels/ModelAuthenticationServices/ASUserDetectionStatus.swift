/// Whether the system takes the person for one.
public enum ASUserDetectionStatus: Int, Sendable {
    /// It does not say.
    case unsupported = 0
    /// It cannot say.
    case unknown = 1
    /// It does.
    case likelyReal = 2
}
