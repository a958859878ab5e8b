public import Redaction

/// What a client proves its identity with.
public enum Credentials: Hashable, Sendable {
    /// A user name, or `user@domain` on FreeSWITCH, and its password.
    case password(login: Redacted<String>, password: Redacted<String>)
    /// A token of Telnyx.
    case token(Redacted<String>)
}
