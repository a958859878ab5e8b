/// An Apple token that is still to be revoked; it outlives the account it was of.
public struct AppleRevocation: Hashable, Sendable {
    public var id: String
    public var client: String
    /// Encrypted.
    public var token: [UInt8]
    public var attempts: Int64
    /// Microseconds since 1970.
    public var nextAt: Int64

    public init(id: String, client: String, token: [UInt8], attempts: Int64 = 0, nextAt: Int64) {
        self.id = id
        self.client = client
        self.token = token
        self.attempts = attempts
        self.nextAt = nextAt
    }
}
