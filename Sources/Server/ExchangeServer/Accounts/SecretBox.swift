internal import Crypto
internal import ExchangeStorage
internal import Foundation

/// Encrypts what must be read again but not by whoever copies the database: Apple's tokens, kept answers,
/// calls that are to outlive the process.
struct SecretBox: Sealing {
    static let keyBytes = 32

    private let key: SymmetricKey

    init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    /// The key of a file beside the database, made if there is none; in memory: one for this run.
    static func beside(database path: String?) throws(ExchangeServerError) -> SecretBox {
        guard let path else { return SecretBox(key: random()) }
        let file = path + ".key"
        if let data = FileManager.default.contents(atPath: file) {
            guard data.count == keyBytes else {
                throw ExchangeServerError(.storage, "\(file): must hold \(keyBytes) bytes; restore it from a backup")
            }
            return SecretBox(key: [UInt8](data))
        }
        let fresh = random()
        let isMade = FileManager.default.createFile(
            atPath: file, contents: Data(fresh), attributes: [.posixPermissions: 0o600])
        guard isMade else { throw ExchangeServerError(.storage, "\(file): cannot be written") }
        return SecretBox(key: fresh)
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

    private static func random() -> [UInt8] {
        SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    }
}
