import PhoneCore
import Redaction

extension SignInNonce {
    /// How many random bytes there are in a nonce: as many as its digest has.
    private static let byteCount = 32

    /// Draws a nonce and hashes its text, which is what the exchange will hash too. Source: apple-contract C101.
    init(drawnFrom source: inout some RandomNumberGenerator, _ digest: any NonceDigest) {
        let bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &source) }
        let raw = Self.hexadecimal(bytes)
        self.init(raw: Redacted(raw), digest: Redacted(Self.hexadecimal(digest.sha256(Array(raw.utf8)))))
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
