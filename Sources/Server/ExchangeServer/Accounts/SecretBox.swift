internal import Crypto
internal import ExchangeStorage
internal import Foundation

/// Encrypts what must be read again but not by whoever copies the database: Apple's tokens, kept answers,
/// calls that are to outlive the process, the sound of messages, push tokens, names of devices.
struct SecretBox: Sealing {
    static let keyBytes = 32

    private let key: SymmetricKey

    /// Of fingerprints: one of the sealing key's own, so that neither says anything of the other.
    private let printKey: SymmetricKey

    init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
        printKey = SymmetricKey(data: Self.key(for: "carillon fingerprints", of: self.key))
    }

    /// A key of its own for a purpose, which says nothing of the sealing key.
    func key(for purpose: String) -> [UInt8] { Self.key(for: purpose, of: key) }

    private static func key(for purpose: String, of key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(purpose.utf8), using: key))
    }

    func seal(_ bytes: [UInt8]) throws -> [UInt8] {
        // A nonce is given unless asked for, so `combined` is always there.
        [UInt8](try AES.GCM.seal(bytes, using: key).combined ?? Data())
    }

    /// nil when it was not sealed with this key.
    func open(_ bytes: [UInt8]) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: bytes), let data = try? AES.GCM.open(box, using: key) else {
            return nil
        }
        return [UInt8](data)
    }

    func fingerprint(of bytes: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: printKey))
    }
}
