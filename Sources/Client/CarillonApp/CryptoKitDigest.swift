import CryptoKit
import PhoneKit

/// SHA-256 by CryptoKit.
struct CryptoKitDigest: NonceDigest {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
