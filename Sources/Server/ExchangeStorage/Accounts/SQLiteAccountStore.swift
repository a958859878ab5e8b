internal import Accounts
internal import Foundation
internal import GRDB

/// Stores accounts in the exchange's own SQLite file.
public final class SQLiteAccountStore: AccountStore {
    private let connection: any DatabaseWriter
    let database: ExchangeDatabase
    private let commits: GroupCommit

    /// Uses an open database, whose migrations made the tables. The database has to outlive the store.
    public init(_ database: ExchangeDatabase) {
        connection = database.connection
        self.database = database
        commits = GroupCommit(database)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        try await commits.write(body)
    }

    /// Reads on a thread of the database's own. GRDB's own `async` read has its connection while it waits for a thread
    /// of Swift's, and Swift has as few of these as there are processors: all of them may wait for a connection, in reads
    /// of ``ExchangeDatabase``.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        do {
            return try await withCheckedThrowingContinuation { continuation in
                connection.asyncRead { opened in continuation.resume(with: Result { try body(opened.get()) }) }
            }
        } catch {
            throw StorageError(.read, of: error)
        }
    }
}

extension SQLiteAccountStore {
    public func beginRequest(
        _ key: String, of owner: String, fingerprint: [UInt8], at: Int64, staleBefore: Int64, keeping count: Int?
    ) async throws(StorageError) -> IdempotencyOutcome {
        try await write { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM idempotent_request WHERE owner = ? AND key = ?", arguments: [owner, key])
            if let row {
                guard AccountRows.bytes(row["fingerprint"]) == fingerprint else { return .different }
                if let status: Int64 = row["status"], let reply: Data = row["reply"] {
                    return .answered(status: status, reply: AccountRows.bytes(reply))
                }
                guard row["started_at"] < staleBefore else { return .underWay }
            }
            try database.execute(
                sql: """
                    INSERT INTO idempotent_request VALUES (?, ?, ?, NULL, NULL, ?)
                    ON CONFLICT (owner, key) DO UPDATE SET started_at = excluded.started_at
                    """, arguments: [owner, key, Data(fingerprint), at])
            if let count { try Self.forgetAnswers(of: owner, keeping: count, in: database) }
            return .started
        }
    }

    /// Forgets the oldest answers, because a client repeats a request within minutes.
    private static func forgetAnswers(of owner: String, keeping count: Int, in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM idempotent_request WHERE owner = ? AND key IN
                (SELECT key FROM idempotent_request WHERE owner = ? AND status IS NOT NULL
                ORDER BY started_at DESC, key LIMIT -1 OFFSET ?)
                """, arguments: [owner, owner, count])
    }

    public func finishRequest(
        _ key: String, of owner: String, status: Int64, reply: [UInt8]
    ) async throws(StorageError) {
        let receipt = RequestReceipt(owner: owner, key: key, status: status, reply: reply)
        try await write { try AccountRows.keep(receipt, in: $0) }
    }

    public func abandonRequest(_ key: String, of owner: String) async throws(StorageError) -> RequestReceipt? {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM idempotent_request WHERE owner = ? AND key = ? AND status IS NULL",
                arguments: [owner, key])
            let row = try Row.fetchOne(
                database, sql: "SELECT status, reply FROM idempotent_request WHERE owner = ? AND key = ?",
                arguments: [owner, key])
            guard let row, let reply: Data = row["reply"] else { return nil }
            return RequestReceipt(owner: owner, key: key, status: row["status"], reply: AccountRows.bytes(reply))
        }
    }

    public func note(_ entry: AuditEntry) async throws(StorageError) {
        try await write { try AccountRows.note(entry, in: $0) }
    }

    public func audit(
        by actor: String?, before: Int64?, atMost: Int
    ) async throws(StorageError) -> [AuditEntry] {
        try await read { database in
            var arguments: StatementArguments = [before ?? .max]
            if let actor { arguments += [actor] }
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM audit WHERE id < ? \(actor == nil ? "" : "AND actor = ?") ORDER BY id DESC LIMIT ?
                    """, arguments: arguments + [atMost]
            ).map {
                AuditEntry(
                    id: $0["id"], at: $0["at"], actor: $0["actor"], action: $0["action"], subject: $0["subject"])
            }
        }
    }

    public func deleteAccount(of user: String, at: Int64) async throws(StorageError) {
        try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO apple_revocation SELECT lower(hex(randomblob(16))), client, refresh_token, 0, ?
                    FROM apple_identity WHERE user = ? AND refresh_token IS NOT NULL
                    """, arguments: [at, user])
            for device in try Self.devices(of: user, in: database) {
                try Self.apply(
                    DeviceRevocation(device: device["id"], user: user, reason: .accountDeleted, at: at), in: database)
            }
            try Self.noteEnds("user = ?", user, at: at, in: database)
            try AccountRows.removeUser(named: user, in: database)
        }
    }

    public func forgetUnfinishedRequests() async throws(StorageError) {
        try await write { try $0.execute(sql: "DELETE FROM idempotent_request WHERE status IS NULL") }
    }

    public func purge(_ horizon: AccountRetention, atMost count: Int) async throws(StorageError) -> Int {
        try await write { database in
            let places = [
                ("bearer_session", "id", "refresh_expires_at", horizon.over),
                ("bearer_session", "id", "ended_at", horizon.over),
                ("sip_credential", "login", "expires_at", horizon.over),
                ("sip_credential", "login", "revoked_at", horizon.over),
                ("apple_spent_nonce", "digest", "expires_at", horizon.nonces),
                ("invitation", "(organization, user)", "expires_at", horizon.over),
                ("apple_notice", "id", "at", horizon.notices),
                ("idempotent_request", "(owner, key)", "started_at", horizon.requests),
                ("audit", "id", "kept_from", horizon.audit),
            ]
            var forgotten = 0
            for (table, key, column, moment) in places {
                let keys = key.trimmingCharacters(in: CharacterSet(charactersIn: "()"))
                try database.execute(
                    sql: """
                        DELETE FROM \(table) WHERE \(key) IN
                        (SELECT \(keys) FROM \(table) WHERE \(column) < ? LIMIT ?)
                        """, arguments: [moment, count])
                forgotten += database.changesCount
            }
            return forgotten
        }
    }
}
