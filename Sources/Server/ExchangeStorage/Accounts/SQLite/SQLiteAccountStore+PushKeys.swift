internal import Foundation
internal import GRDB
internal import Redaction

extension SQLiteAccountStore {
    public func save(_ key: PushKey) async throws(StorageError) {
        let sealed = try database.seal(key.bytes.revealed)
        try await write { database in
            try database.execute(
                sql: "INSERT INTO push_key VALUES (?, ?) ON CONFLICT (device) DO UPDATE SET sealed = excluded.sealed",
                arguments: [key.device, sealed])
        }
    }

    public func pushKeys(ofUser user: String) async throws(StorageError) -> [PushKey] {
        try await read { [sealed = database] database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT push_key.* FROM push_key JOIN account_device ON account_device.id = push_key.device
                    WHERE account_device.user = ? ORDER BY push_key.device
                    """, arguments: [user]
            ).map { PushKey(of: $0["device"], Redacted(try sealed.open($0["sealed"]))) }
        }
    }

    /// A key is of one session: each sign-in on the device brings another.
    static func forgetPushKey(of device: String, in database: Database) throws {
        try database.execute(sql: "DELETE FROM push_key WHERE device = ?", arguments: [device])
    }
}
