public import Accounts
internal import Foundation
internal import GRDB

/// Stores the logins of the configuration file, to compare them with the next reading.
public protocol ConfiguredLoginStore: Sendable {
    /// Stores the logins in place of the earlier ones. It also revokes all devices of users of whom a login was
    /// withdrawn or has another password, in the same transaction. Nothing is written if all logins are as before.
    ///
    /// - Parameter at: microseconds since 1970.
    /// - Returns: those users, by name. Their devices stay unsettled.
    func adopt(_ logins: ConfiguredLogins, at: Int64) async throws(StorageError) -> [String]
}

extension SQLiteAccountStore {
    public func adopt(_ logins: ConfiguredLogins, at: Int64) async throws(StorageError) -> [String] {
        guard try await read({ try Self.configuredLogins(in: $0) }) != logins.stored else { return [] }
        return try await write { database in
            let former = try Self.configuredLogins(in: database)
            let withdrawals = logins.withdrawals(inPlaceOf: former, at: at)
            for withdrawal in withdrawals { _ = try Self.apply(withdrawal, in: database) }
            for user in former.fingerprints.keys.sorted() where logins.fingerprints[user] == nil {
                try Self.leaveFile(user, in: database)
            }
            try Self.store(logins, in: database)
            return withdrawals.compactMap(\.user)
        }
    }

    /// Notes that a user is no longer in the file. The mailbox stays, because the user may come back. Each message that
    /// no other user can hear meanwhile leaves a ``RecordingAlarm``. A message that arrives now goes to the exchange.
    private static func leaveFile(_ user: String, in database: Database) throws {
        try database.execute(
            sql: "INSERT INTO deleted_user (name, left_file) VALUES (?, TRUE) ON CONFLICT DO NOTHING",
            arguments: [user])
        try database.execute(
            sql: """
                INSERT INTO unheard_end (session, cause)
                SELECT session, ? FROM voicemail AS message
                WHERE mailbox = ? AND heard_at IS NULL AND NOT EXISTS (
                    SELECT 1 FROM voicemail AS copy
                    WHERE copy.session = message.session
                        AND coalesce(copy.recording, '') = coalesce(message.recording, '')
                        AND copy.mailbox NOT IN (SELECT name FROM deleted_user))
                ORDER BY at, id
                """, arguments: [RecordingAlarm.Cause.userLeft.rawValue, user])
    }

    private static func configuredLogins(in database: Database) throws -> ConfiguredLogins {
        var fingerprints: [String: Set<[UInt8]>] = [:]
        for row in try Row.fetchAll(database, sql: "SELECT user, fingerprint FROM configured_login") {
            let fingerprint: Data = row["fingerprint"]
            fingerprints[row["user"], default: []].insert(AccountRows.bytes(fingerprint))
        }
        return ConfiguredLogins(fingerprints)
    }

    private static func store(_ logins: ConfiguredLogins, in database: Database) throws {
        try database.execute(sql: "DELETE FROM configured_login")
        let statement = try database.makeStatement(sql: "INSERT INTO configured_login VALUES (?, ?)")
        for (user, fingerprints) in logins.fingerprints {
            for fingerprint in fingerprints { try statement.execute(arguments: [user, Data(fingerprint)]) }
        }
    }
}

extension ConfiguredLogins {
    /// The logins as a table stores them: users without a login have no row.
    fileprivate var stored: ConfiguredLogins { ConfiguredLogins(fingerprints.filter { !$0.value.isEmpty }) }
}

extension Withdrawal {
    fileprivate var user: String? {
        if case .user(let name, sparing: _) = scope { name } else { nil }
    }
}
