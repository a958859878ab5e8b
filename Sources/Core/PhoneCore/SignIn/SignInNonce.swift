public import Redaction

/// A number used once that binds Apple's answer to our question. The exchange draws it, the shell hashes it.
/// Source: C101.
public struct SignInNonce: Hashable, Sendable {
    /// What the exchange gave.
    public let raw: Redacted<String>
    /// What Apple is sent: its SHA-256 as hexadecimal digits.
    public let digest: Redacted<String>

    public init(raw: Redacted<String>, digest: Redacted<String>) {
        self.raw = raw
        self.digest = digest
    }
}
