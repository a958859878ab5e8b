internal import Foundation
internal import GRDB

/// Stores small values that outlive the process, such as a provider token. The caller seals each value.
///
/// Every implementation passes `SealedStoreBehavior` of the tests. Isolation: any thread; every call blocks until it
/// is done.
public protocol SealedStore: Sendable {
    /// Stores a value in place of any other with that name.
    func keepSealed(_ bytes: [UInt8], as name: String) throws(StorageError)

    /// The sealed value with that name; nil if there is none.
    func sealed(_ name: String) throws(StorageError) -> [UInt8]?
}

extension ExchangeDatabase: SealedStore {
    public func keepSealed(_ bytes: [UInt8], as name: String) throws(StorageError) {
        try writing { database in
            try database.execute(
                sql: "INSERT INTO sealed VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes",
                arguments: [name, bytes.withUnsafeBytes { Data($0) }])
        }
    }

    public func sealed(_ name: String) throws(StorageError) -> [UInt8]? {
        try reading { database in
            try Data.fetchOne(database, sql: "SELECT bytes FROM sealed WHERE name = ?", arguments: [name])
                .map { Array($0) }
        }
    }
}

/// Seals stored data, so that a copy of the database cannot be read.
public protocol Sealing: Sendable {
    /// - Throws: any error of sealing; the caller stores nothing then.
    func seal(_ bytes: [UInt8]) throws -> [UInt8]

    /// Returns nil for bytes that another key sealed.
    func open(_ bytes: [UInt8]) -> [UInt8]?

    /// A keyed fingerprint: equal for equal bytes, and useless without the key. It finds a sealed value again.
    func fingerprint(of bytes: [UInt8]) -> [UInt8]
}

/// The sealed columns: the sound of messages, push tokens, and names of devices.
extension ExchangeDatabase {
    /// The most rows sealed in one transaction, because messages have megabytes.
    private static let sealingBatchMax = 20

    /// Seals the plain values that earlier versions stored. No trace of them stays in the file or its log.
    public func sealPlain() throws(StorageError) {
        guard try hasPlain() else { return }
        try writingOutside { try $0.execute(sql: "PRAGMA secure_delete = ON") }
        while try sealSounds() > 0 {}
        while try sealTokens() > 0 {}
        while try sealNames() > 0 {}
        try writingOutside { database in
            try database.execute(sql: "PRAGMA secure_delete = OFF")
            _ = try database.checkpoint(.truncate)
        }
    }

    private func hasPlain() throws(StorageError) -> Bool {
        try reading { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM voicemail WHERE NOT is_sealed AND sound IS NOT NULL)
                    OR EXISTS (SELECT 1 FROM push_token WHERE sealed IS NULL)
                    OR EXISTS (SELECT 1 FROM account_device WHERE sealed_name IS NULL)
                    """) ?? false
        }
    }

    private func sealSounds() throws(StorageError) -> Int {
        try writing { database in
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT id, sound FROM voicemail WHERE NOT is_sealed AND sound IS NOT NULL LIMIT ?",
                arguments: [Self.sealingBatchMax])
            for row in rows {
                let sound: Data = row["sound"]
                try database.execute(
                    sql: "UPDATE voicemail SET sound = ?, is_sealed = TRUE WHERE id = ?",
                    arguments: [try seal([UInt8](sound)), row["id"] as String])
            }
            return rows.count
        }
    }

    private func sealTokens() throws(StorageError) -> Int {
        try writing { database in
            let tokens = try String.fetchAll(
                database, sql: "SELECT token FROM push_token WHERE sealed IS NULL LIMIT 1000")
            for token in tokens {
                try database.execute(
                    sql: "UPDATE push_token SET token = ?, sealed = ? WHERE token = ?",
                    arguments: [fingerprint(ofToken: token), try seal(Array(token.utf8)), token])
            }
            return tokens.count
        }
    }

    private func sealNames() throws(StorageError) -> Int {
        try writing { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT id, name FROM account_device WHERE sealed_name IS NULL LIMIT 1000")
            for row in rows {
                let name: String = row["name"]
                try database.execute(
                    sql: "UPDATE account_device SET name = '', sealed_name = ? WHERE id = ?",
                    arguments: [try seal(Array(name.utf8)), row["id"] as String])
            }
            return rows.count
        }
    }

    private func writingOutside(_ body: (Database) throws -> Void) throws(StorageError) {
        do { try connection.writeWithoutTransaction(body) } catch {
            throw StorageError(.write, of: error)
        }
    }

    /// Sealed values of earlier runs, a few of each kind. The present key must open some of them.
    public func sealedSamples() throws(StorageError) -> [[UInt8]] {
        try reading { database in
            try [
                "SELECT bytes FROM sealed LIMIT 4", "SELECT sealed FROM kept_call LIMIT 4",
                "SELECT refresh_token FROM apple_identity WHERE refresh_token IS NOT NULL LIMIT 4",
                "SELECT token FROM apple_revocation LIMIT 4",
                "SELECT sealed FROM push_token WHERE sealed IS NOT NULL LIMIT 4",
                "SELECT sealed_name FROM account_device WHERE sealed_name IS NOT NULL LIMIT 4",
                "SELECT sealed FROM push_key LIMIT 4",
                "SELECT sound FROM voicemail WHERE is_sealed LIMIT 1",
            ].flatMap { try Data.fetchAll(database, sql: $0).map { [UInt8]($0) } }
        }
    }

    /// Deletes a sealed value, to produce the state of a version that did not store it.
    package func forgetSealed(_ name: String) throws(StorageError) {
        try writing { try $0.execute(sql: "DELETE FROM sealed WHERE name = ?", arguments: [name]) }
    }

    /// The fingerprint by which a push token is found.
    func fingerprint(ofToken token: String) -> String {
        sealing.fingerprint(of: Array(token.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
    }

    func seal(_ bytes: [UInt8]) throws(StorageError) -> Data {
        do { return try sealing.seal(bytes).withUnsafeBytes { Data($0) } } catch {
            throw StorageError(.write, "the data cannot be sealed")
        }
    }

    func open(_ sealed: Data) throws(StorageError) -> [UInt8] {
        guard let bytes = sealing.open([UInt8](sealed)) else {
            throw StorageError(.contradiction, "the stored data was sealed with another key")
        }
        return bytes
    }
}
