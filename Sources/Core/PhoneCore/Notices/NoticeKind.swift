/// What a notice tells.
public enum NoticeKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// Somebody called and nobody took it.
    case missed
    /// A call was cut off by the end of the process that held it.
    case dropped
}
