public import Accounts
internal import Foundation
internal import GRDB

/// Stores bearer sessions.
public protocol SessionStore: Sendable {
    /// Stores a session in place of any earlier one of its device.
    func open(_ session: BearerSession) async throws(StorageError)
    /// The session of an access token that is valid at a time. Notes that the session is in use.
    func session(access digest: [UInt8], at: Int64) async throws(StorageError) -> BearerSession?
    /// The session of a present or spent refresh token.
    func session(refresh digest: [UInt8]) async throws(StorageError) -> BearerSession?
    /// Spends a refresh token. Returns nil if no stored session ever had it. A token that is used again revokes the
    /// device in the same transaction.
    func refresh(
        presenting digest: [UInt8], next: TokenPair, at: Int64, policy: SessionPolicy
    ) async throws(StorageError) -> (session: BearerSession, verdict: RefreshResult)?
}

extension SQLiteAccountStore {
    public func open(_ session: BearerSession) async throws(StorageError) {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM bearer_session WHERE device = ? AND id <> ?", arguments: [session.device, session.id])
            if database.changesCount > 0 {
                // The new session does not inherit the credentials of the earlier one.
                try database.execute(
                    sql: "UPDATE sip_credential SET revoked_at = ? WHERE device = ? AND revoked_at IS NULL",
                    arguments: [session.createdAt, session.device])
            }
            try Self.forgetPushKey(of: session.device, in: database)
            try Self.store(session, in: database)
        }
    }

    public func session(access digest: [UInt8], at: Int64) async throws(StorageError) -> BearerSession? {
        let found = try await read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM bearer_session WHERE access = ?", arguments: [Data(digest)]
            ).map { AccountRows.session($0) }
        }
        guard var session = found, session.isOpen(at: at) else { return nil }
        guard session.use() else { return session }
        let id = session.id
        try await write { database in
            try database.execute(
                sql: "UPDATE bearer_session SET is_used = 1 WHERE id = ? AND access = ?", arguments: [id, Data(digest)])
        }
        return session
    }

    public func session(refresh digest: [UInt8]) async throws(StorageError) -> BearerSession? {
        try await read { try Self.session(refresh: digest, in: $0) }
    }

    public func refresh(
        presenting digest: [UInt8], next: TokenPair, at: Int64, policy: SessionPolicy
    ) async throws(StorageError) -> (session: BearerSession, verdict: RefreshResult)? {
        try await write { database in
            guard var session = try Self.session(refresh: digest, in: database) else { return nil }
            let before = session.tokens.refresh
            let verdict = session.refresh(presenting: digest, next: next, at: at, policy: policy)
            if verdict == .rotated {
                try database.execute(
                    sql: "INSERT INTO spent_refresh (digest, session) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING",
                    arguments: [Data(before), session.id])
            }
            if let end = verdict.revocation {
                try Self.apply(
                    DeviceRevocation(device: session.device, user: session.user, reason: end, at: at), in: database)
            } else {
                try Self.store(session, in: database)
            }
            return (session, verdict)
        }
    }

    /// The session of a present or spent refresh token.
    private static func session(refresh digest: [UInt8], in database: Database) throws -> BearerSession? {
        try Row.fetchOne(
            database,
            sql: """
                SELECT * FROM bearer_session WHERE refresh = ?
                OR id = (SELECT session FROM spent_refresh WHERE digest = ?)
                """, arguments: [Data(digest), Data(digest)]
        ).map { AccountRows.session($0) }
    }

    private static func store(_ session: BearerSession, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO bearer_session VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET generation = excluded.generation, access = excluded.access,
                access_expires_at = excluded.access_expires_at, refresh = excluded.refresh,
                refresh_expires_at = excluded.refresh_expires_at, previous_refresh = excluded.previous_refresh,
                previous_spent_at = excluded.previous_spent_at, is_used = excluded.is_used,
                ended_at = excluded.ended_at, end_reason = excluded.end_reason
                """,
            arguments: [
                session.id, session.user, session.device, session.createdAt, session.generation,
                Data(session.tokens.access), session.accessExpiresAt, Data(session.tokens.refresh),
                session.refreshExpiresAt, session.previousRefresh.map { Data($0) }, session.previousSpentAt,
                session.isUsed, session.endedAt, session.end?.rawValue,
            ])
    }
}
