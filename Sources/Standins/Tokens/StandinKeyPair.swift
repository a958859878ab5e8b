internal import CryptoExtras
internal import Foundation

/// An RSA key that a party signs with.
package struct StandinKeyPair: Sendable {
    package let keyID: String
    let key: _RSA.Signing.PrivateKey

    package init(keyID: String) throws {
        self.keyID = keyID
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    /// Modulus and exponent for a JWK (RFC 7518 §6.3.1).
    var primitives: (modulus: [UInt8], exponent: [UInt8])? {
        guard let parts = try? key.publicKey.getKeyPrimitives() else { return nil }
        return (Array(parts.modulus), Array(parts.publicExponent))
    }
}
