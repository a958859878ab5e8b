internal import Crypto
internal import Redaction

/// Makes and checks signatures with an application's secret.
///
/// Source: Pusher Channels, “Authorizing users: auth signatures” and “HTTP API: generating authentication signatures”.
package struct BroadcastSignature {
    private let key: String
    private let secret: SymmetricKey

    package init(_ app: BroadcastApp) {
        key = app.key
        secret = SymmetricKey(data: Array(app.secret.revealed.utf8))
    }

    /// HMAC-SHA256 in hexadecimal.
    package func text(of signed: String) -> String { Hexadecimal.text(of: code(of: signed)) }

    /// What a client shows to listen to a channel: `key:signature`.
    package func auth(for signed: String) -> String { "\(key):\(text(of: signed))" }

    /// In a time that does not depend on where they differ.
    package func matches(_ signature: some StringProtocol, of signed: String) -> Bool {
        guard signature.utf8.count == 64, let bytes = Hexadecimal.bytes(of: Substring(signature)) else { return false }
        return ConstantTime.equal(bytes, code(of: signed))
    }

    /// Unlike Reverb, which looks at the signature only: another application's key is refused.
    package func matches(auth: String?, of signed: String) -> Bool {
        guard let auth, let colon = auth.lastIndex(of: ":"), auth[..<colon] == key else { return false }
        return matches(auth[auth.index(after: colon)...], of: signed)
    }

    private func code(of signed: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(signed.utf8), using: secret))
    }
}
