/// A nonce that was signed in with, and is good for no other sign-in.
public struct SpentNonce: Hashable, Sendable {
    /// SHA-256 of its text.
    public let digest: [UInt8]
    /// Until when it has to be remembered: it is worth nothing afterwards. Microseconds since 1970.
    public let expiresAt: Int64

    public init(digest: [UInt8], expiresAt: Int64) {
        self.digest = digest
        self.expiresAt = expiresAt
    }
}
