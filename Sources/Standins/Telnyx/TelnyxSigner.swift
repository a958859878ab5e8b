internal import Crypto
internal import Foundation

/// Signs what is sent, as Telnyx does: Ed25519 over the time, a bar and the body.
package struct TelnyxSigner: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    package init() {
        key = Curve25519.Signing.PrivateKey()
    }

    /// A key from its 32 bytes; nil when they are not that many.
    package init?(seed: [UInt8]) {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else { return nil }
        self.key = key
    }

    /// As the portal shows it: base64 of 32 bytes.
    package var publicKey: String { key.publicKey.rawRepresentation.base64EncodedString() }

    package func headers(_ body: [UInt8], at now: Duration) -> [StandinHeader] {
        let time = "\(now.wholeSeconds)"
        let signature = try? key.signature(for: Array("\(time)|".utf8) + body)
        return [
            StandinHeader("content-type", "application/json"), StandinHeader("telnyx-timestamp", time),
            StandinHeader("telnyx-signature-ed25519", signature?.base64EncodedString() ?? ""),
        ]
    }
}
