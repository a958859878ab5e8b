public import Redaction

/// What a client proves its identity with.
public enum VertoCredentials: Hashable, Sendable {
    /// `login` is a user or `user@domain`. The password is nil when the frame had none.
    case password(login: Redacted<String>, password: Redacted<String>?)
    /// Telnyx only.
    case token(Redacted<String>)
}
