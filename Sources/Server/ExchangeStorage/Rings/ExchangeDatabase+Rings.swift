public import CallModel
internal import Foundation
internal import GRDB
public import RingCore

extension ExchangeDatabase: RingStore {
    public func take(_ inputs: [RingInput], at now: Duration) throws(StorageError) -> [RingTurn] {
        try writing { database in
            var book = RingBook(database: database, now: now)
            return try inputs.map { try book.take($0) }
        }
    }

    public func lease(_ countMax: Int, from now: Duration, until end: Duration) throws(StorageError) -> [OutboxItem] {
        try writing { database in
            // Commands about one leg go out one after the other: a hang-up never overtakes the dial it follows.
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM ring_outbox AS item
                    WHERE (leased_until IS NULL OR leased_until <= ?)
                      AND NOT EXISTS (
                        SELECT 1 FROM ring_outbox AS earlier
                        WHERE earlier.lane = item.lane AND earlier.position < item.position)
                    ORDER BY position LIMIT ?
                    """, arguments: [now.microseconds, countMax])
            for row in rows {
                try database.execute(
                    sql: "UPDATE ring_outbox SET leased_until = ?, attempts = attempts + 1 WHERE position = ?",
                    arguments: [end.microseconds, row["position"] as Int64])
            }
            return try rows.map(RingRow.item)
        }
    }

    public func settlePush(_ position: Int64) throws(StorageError) {
        try writing { database in
            try database.execute(
                sql: "DELETE FROM ring_outbox WHERE position = ? AND command IS NULL", arguments: [position])
        }
    }

    public func openSessions() throws(StorageError) -> [(session: CallSessionID, due: Duration?)] {
        try reading { database in
            try Row.fetchAll(
                database, sql: "SELECT session, due FROM ring_session WHERE is_closed = 0 ORDER BY session"
            )
            .compactMap { row in
                let due: Int64? = row["due"]
                return CallSessionID(row["session"] as String).map { ($0, due.map { .microseconds($0) }) }
            }
        }
    }

    public func session(_ id: CallSessionID) throws(StorageError) -> RingSession? {
        try reading { try RingRow.session(id, in: $0) }
    }

    public func records(of id: CallSessionID) throws(StorageError) -> [RingRecord] {
        try reading { database in
            try Data.fetchAll(
                database, sql: "SELECT body FROM ring_record WHERE session = ? ORDER BY position",
                arguments: [id.description]
            ).map { try JSONDecoder().decode(RingRecord.self, from: $0) }
        }
    }

    public func forgetNews(before moment: Duration) throws(StorageError) {
        try writing { database in
            try database.execute(sql: "DELETE FROM ring_news WHERE at < ?", arguments: [moment.microseconds])
            try database.execute(sql: "DELETE FROM ring_gone WHERE at < ?", arguments: [moment.microseconds])
        }
    }
}

extension Duration {
    /// Rounded down.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
