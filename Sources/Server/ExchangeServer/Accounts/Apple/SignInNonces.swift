internal import Crypto
package import ExchangeStorage
internal import Foundation
package import Redaction

/// Nonces for signing in with Apple. Each says itself until when it is good, signed together with the installation it was
/// issued to, so that issuing one costs no row, however many are asked for.
///
/// 8 bytes of the end in microseconds since 1970, 16 of chance, 16 of HMAC-SHA-256; as base64url. That each is good once
/// is for the store of those that were spent.
package struct SignInNonces: Sendable {
    /// How long a nonce is good, in microseconds: the person reads a sheet and looks at the phone.
    package static let lifeTime: Int64 = 600_000_000

    private static let endBytes = 8
    private static let chanceBytes = 16
    private static let codeBytes = 16

    private let key: SymmetricKey

    /// Purpose of the key, which is derived from the sealing key.
    static let purpose = "carillon sign-in nonces"

    /// - Parameter key: 32 bytes that are known here alone.
    package init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    /// - Parameter now: microseconds since 1970.
    package func issue(for installation: String, at now: Int64) -> Redacted<String> {
        let end = UInt64(bitPattern: now + Self.lifeTime)
        let said =
            (0..<Self.endBytes).reversed().map { UInt8(truncatingIfNeeded: end >> (UInt64($0) * 8)) }
            + TokenMint.random(Self.chanceBytes)
        return Redacted(TokenMint.text(of: said + code(of: said, for: installation)))
    }

    /// The nonce as it is to be spent; nil when it was not issued here to that installation, is over, or is not the one
    /// whose digest Apple signed.
    ///
    /// - Parameters:
    ///   - digest: SHA-256 of the nonce in hexadecimal, as Apple's token has it.
    ///   - now: microseconds since 1970.
    package func spendable(
        _ nonce: String, for installation: String, signedAs digest: String, at now: Int64
    ) -> SpentNonce? {
        guard let bytes = Self.bytes(of: nonce) else { return nil }
        let said = Array(bytes.dropLast(Self.codeBytes))
        guard ConstantTime.equal(Array(bytes.suffix(Self.codeBytes)), code(of: said, for: installation)) else {
            return nil
        }
        let end = said.prefix(Self.endBytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let expiresAt = Int64(bitPattern: end)
        let known = TokenMint.digest(of: nonce)
        // One from before the clock was set back would be good for longer than any.
        guard now < expiresAt, expiresAt <= now + Self.lifeTime, Hexadecimal.bytes(of: digest[...]) == known else {
            return nil
        }
        return SpentNonce(digest: known, expiresAt: expiresAt)
    }

    private static func bytes(of nonce: String) -> [UInt8]? {
        let text = nonce.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding) else { return nil }
        // Another text of the same bytes would be another nonce.
        let bytes = [UInt8](data)
        return bytes.count == endBytes + chanceBytes + codeBytes && TokenMint.text(of: bytes) == nonce ? bytes : nil
    }

    private func code(of said: [UInt8], for installation: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: said + Array(installation.utf8), using: key).prefix(Self.codeBytes))
    }
}
