public import PushDelivery
public import Redaction

/// A device that logs in under a name of its own, so that it can be told from the user's others and be revoked alone.
public struct DeviceEntry: Hashable, Sendable {
    /// How the user knows it.
    public var name: String
    /// What it logs in as. Unique in the exchange.
    public var login: String
    public var password: PasswordHash
    /// Where Telnyx reaches it: the SIP address of its credential there.
    public var telnyxAddress: Redacted<String>?
    /// What push services know it by.
    public var pushTokens: [DeviceToken] = []
    /// What the caller's name is encrypted to it with: 32 bytes it has made.
    public var pushKey: Redacted<[UInt8]>?

    public init(name: String, login: String, password: PasswordHash) {
        self.name = name
        self.login = login
        self.password = password
    }
}
