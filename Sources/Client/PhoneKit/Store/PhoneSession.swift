public import PhoneCore
public import Redaction

/// The person's session with the exchange, as it is kept in the keychain.
nonisolated public struct PhoneSession: Hashable, Sendable, Codable {
    /// What a request proves itself with. Short-lived.
    public var access: Redacted<String>
    /// What the session is renewed with. Good once.
    public var refresh: Redacted<String>
    /// What the exchange calls this device; nil in one that an earlier version kept: the next renewal tells it.
    public var device: String?
    /// The push tokens the exchange has of this installation: it takes one back by its digits.
    public var tokens: [PushEnvironment: PushToken] = [:]

    /// A session that has just begun.
    public init(access: Redacted<String>, refresh: Redacted<String>) {
        self.access = access
        self.refresh = refresh
    }
}
