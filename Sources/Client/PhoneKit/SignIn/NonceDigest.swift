/// SHA-256. On Apple's systems CryptoKit's, elsewhere any other.
public protocol NonceDigest: Sendable {
    /// The 32 bytes of the digest.
    func sha256(_ bytes: [UInt8]) -> [UInt8]
}
