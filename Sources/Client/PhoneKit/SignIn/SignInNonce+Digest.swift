import PhoneCore
import Redaction

extension SignInNonce {
    /// Hashes a nonce's text, which is what the exchange hashes too. Source: apple-contract C101.
    init(_ raw: Redacted<String>, _ digest: any NonceDigest) {
        let digits = digest.sha256(Array(raw.revealed.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        self.init(raw: raw, digest: Redacted(digits.joined()))
    }
}
