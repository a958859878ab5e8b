internal import Crypto
internal import ExchangeStorage
internal import Foundation

/// The key file beside a database, which opens everything that is sealed in the database.
///
/// The file is made together with a new database and never again: a new key for an old database opens nothing, and
/// everything sealed with the lost key is lost. So any problem with the file stops the start, with the remedy in the
/// error.
struct SealingKey {
    /// A value that is sealed in the database, to recognize the key of another database.
    private static let check = (name: "key check", text: Array("carillon sealing key 1".utf8))

    let box: SecretBox
    /// nil for a database in memory.
    private let path: String?

    /// Reads the key of a database's file, or makes a key for a new database; nil: a key for this run, for a database
    /// in memory.
    ///
    /// To be called before the database is opened.
    init(beside database: String?) throws(ExchangeServerError) {
        guard let database else {
            (box, path) = (SecretBox(key: Self.random()), nil)
            return
        }
        let file = database + ".key"
        path = file
        if let key = try Self.read(file) {
            box = SecretBox(key: key)
        } else if DatabaseFiles(path: database).areNew {
            box = SecretBox(key: try Self.make(file))
        } else {
            throw Self.failure(
                file,
                "is missing, and \(database) is there. Put it back from the backup that the database is in; no other opens it"
            )
        }
    }

    /// Verifies that the key belongs to the database. A new database has no check value yet.
    func check(_ store: ExchangeDatabase) throws(ExchangeServerError) {
        guard let path else { return }
        do throws(StorageError) {
            if let sealed = try store.sealed(Self.check.name) {
                guard box.open(sealed) == Self.check.text else { throw Mismatch.error }
                return
            }
            let samples = try store.sealedSamples()
            guard samples.isEmpty || samples.contains(where: { box.open($0) != nil }) else { throw Mismatch.error }
            guard let sealed = try? box.seal(Self.check.text) else { return }
            try store.keepSealed(sealed, as: Self.check.name)
        } catch {
            guard error != Mismatch.error else {
                throw Self.failure(
                    path, "is the key of another database. Put back the one from the backup that this database is in")
            }
            throw ExchangeServerError(.storage, "\(error)")
        }
    }

    private enum Mismatch {
        static let error = StorageError(.contradiction, "the key is another database's")
    }

    /// - Returns: nil when there is no file.
    private static func read(_ file: String) throws(ExchangeServerError) -> [UInt8]? {
        let count = SecretBox.keyBytes
        switch PrivateFile.read(file, count: count) {
        case .nothing: return nil
        case .bytes(let key): return key
        case .unreadable(let reason):
            throw failure(
                file,
                """
                cannot be read (\(reason)). Make it readable for the exchange's user alone, or put it back from the \
                backup that the database is in
                """)
        case .noFile: throw failure(file, "is no file. Put the key back from the backup that the database is in")
        case .readableByOthers:
            throw failure(file, "can be read by other users. Take that away: chmod 600 \(file)")
        case .otherSize(let size):
            throw failure(
                file, "must hold \(count) bytes, and has \(size). Put it back from the backup that the database is in")
        }
    }

    /// Makes the file exclusively and stores it before the database, so that an exchange that crashes in between finds
    /// its key.
    private static func make(_ file: String) throws(ExchangeServerError) -> [UInt8] {
        let key = random()
        if let reason = PrivateFile.make(file, key) { throw failure(file, "cannot be made (\(reason))") }
        return key
    }

    private static func random() -> [UInt8] { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }

    private static func failure(_ file: String, _ what: String) -> ExchangeServerError {
        ExchangeServerError(.storage, "\(file) \(what).")
    }
}

/// Encrypts values that a copy of the database must not reveal: Apple's tokens, stored answers, calls that outlive the
/// process, the sound of messages, push tokens, names of devices.
struct SecretBox: Sealing {
    static let keyBytes = 32

    private let key: SymmetricKey

    /// The key of fingerprints, derived from the sealing key, so that neither reveals the other.
    private let printKey: SymmetricKey

    init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
        printKey = SymmetricKey(data: Self.key(for: "carillon fingerprints", of: self.key))
    }

    /// Derives a key for a purpose, which does not reveal the sealing key.
    func key(for purpose: String) -> [UInt8] { Self.key(for: purpose, of: key) }

    private static func key(for purpose: String, of key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(purpose.utf8), using: key))
    }

    func seal(_ bytes: [UInt8]) throws -> [UInt8] {
        // `combined` is nil only for nonces of another size than the default.
        [UInt8](try AES.GCM.seal(bytes, using: key).combined ?? Data())
    }

    /// Returns nil when it was not sealed with this key.
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
