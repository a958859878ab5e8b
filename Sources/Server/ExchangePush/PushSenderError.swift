/// Why pushes cannot be sent at all. Safe to log: it holds no key.
public struct PushSenderError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A key is no PEM of the right kind.
        case key
        /// A certificate to trust is no PEM.
        case certificate
        /// A service account of Google's is incomplete.
        case serviceAccount
        /// Two accounts claim the same topic or project.
        case conflict
    }

    public let code: Code
    /// What it is about: a team, a project, a topic.
    public let context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "push \(code.rawValue): \(context)" }
}
