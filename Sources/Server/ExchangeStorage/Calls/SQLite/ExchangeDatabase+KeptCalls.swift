internal import CallModel
public import ExchangeCore
internal import Foundation
internal import GRDB

/// What answered calls need to go on in another run.
extension ExchangeDatabase {
    public func takeKeptCalls(clock: WallClock, sealing: any Sealing) throws(StorageError) -> [KeptCall] {
        let text = KeptCallText(clock: clock)
        return try writing { database in
            let rows = try Row.fetchAll(database, sql: "SELECT session, sealed FROM kept_call ORDER BY session")
            return try rows.compactMap { row in
                let kept = sealing.open([UInt8](row["sealed"] as Data)).flatMap { text.call($0) }
                if let kept, let current = try Self.current(kept, in: database) { return current }
                try Self.discard(row["session"], in: database)
                return nil
            }
        }
    }

    /// A call between users goes on from the last version of its journal, unless that has its end.
    private static func current(_ kept: KeptCall, in database: Database) throws -> KeptCall? {
        guard kept.usersOfNumber == nil else { return kept }
        let session = kept.session.description
        let isLive = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM live_call WHERE session = ?)", arguments: [session])
        guard isLive == true else { return nil }
        let last = try Int64.fetchOne(
            database, sql: "SELECT max(version) FROM journal WHERE session = ?", arguments: [session])
        var current = kept
        current.version = max(kept.version, last.map { UInt64(clamping: $0) } ?? 0)
        return current
    }

    static func keep(
        _ kept: KeptCall, _ clock: WallClock, _ sealing: any Sealing, in database: Database
    ) throws {
        let sealed = try sealing.seal(KeptCallText(clock: clock).bytes(kept))
        try database.cachedStatement(
            sql: "INSERT INTO kept_call VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET sealed = excluded.sealed"
        ).execute(arguments: [kept.session.description, sealed.withUnsafeBytes { Data($0) }])
    }

    static func discard(_ session: String, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM kept_call WHERE session = ?").execute(arguments: [session])
    }
}
