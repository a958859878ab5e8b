/// A device that logs in under a name of its own, so that it can be told from the user's others and be revoked alone.
public struct DeviceEntry: Hashable, Sendable {
    /// How the user knows it.
    public var name: String
    /// What it logs in as. Unique in the exchange.
    public var login: String
    public var password: PasswordHash

    public init(name: String, login: String, password: PasswordHash) {
        self.name = name
        self.login = login
        self.password = password
    }
}
