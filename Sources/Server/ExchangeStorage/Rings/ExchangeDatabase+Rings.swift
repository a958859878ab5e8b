public import CallModel
public import ExchangeCore
internal import Foundation
internal import GRDB
public import RingCore

extension ExchangeDatabase: RingStore {
    public func apply(_ inputs: [RingInput], at now: Duration) throws(StorageError) -> [RingTurn] {
        let (turns, written) = try writing { database in
            var transaction = RingTransaction(
                database: database, now: now, cache: ringSessions, callsOfPartiesMax: callsOfPartiesMax)
            let turns = try inputs.map { try transaction.apply($0) }
            return (turns, transaction.written)
        }
        ringSessions.keep(written.values)
        return turns
    }

    public func lease(
        _ countMax: Int, of kinds: [OutboxKind], from now: Duration, until end: Duration
    ) throws(StorageError) -> [OutboxItem] {
        guard !kinds.isEmpty else { return [] }
        var numbers = kinds.map { String($0.rawValue) }.joined(separator: ", ")
        numbers = "item.kind IN (\(numbers))"
        if kinds.contains(.command) { numbers += " OR (item.kind = 1 AND item.attempts > 0)" }
        let condition = numbers
        return try writing(what: { database in
            // Commands for one leg go out one after the other, so a hang-up never overtakes the dial it follows. The
            // sender keeps the order of pushes; a push about the end of a call must not wait for a failed push of the
            // ring.
            try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT * FROM ring_outbox AS item
                        WHERE (\(condition)) AND (leased_until IS NULL OR leased_until <= ?)
                          AND NOT EXISTS (
                            SELECT 1 FROM ring_outbox AS earlier
                            WHERE earlier.lane = item.lane AND earlier.position < item.position
                              AND (item.kind <> 2 OR earlier.attempts = 0))
                        ORDER BY position LIMIT ?
                        """), arguments: [now.microseconds, countMax])
        }) { try Self.hand(out: $1, from: now, until: end, in: $0) }
    }

    public func waitingDials(after position: Int64, _ countMax: Int) throws(StorageError) -> [OutboxItem] {
        try reading { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT * FROM ring_outbox WHERE kind = 1 AND attempts = 0 AND position > ?
                        ORDER BY position LIMIT ?
                        """), arguments: [position, countMax]
            ).map(RingRow.item)
        }
    }

    public func leaseDials(
        _ positions: [Int64], from now: Duration, until end: Duration
    ) throws(StorageError) -> [OutboxItem] {
        guard !positions.isEmpty else { return [] }
        return try writing { database in
            var items: [OutboxItem] = []
            for position in positions {
                let rows = try Row.fetchAll(
                    database.cachedStatement(sql: "SELECT * FROM ring_outbox WHERE position = ? AND attempts = 0"),
                    arguments: [position])
                items += try Self.hand(out: rows, from: now, until: end, in: database)
            }
            return items
        }
    }

    private static func hand(
        out rows: [Row], from now: Duration, until end: Duration, in database: Database
    ) throws -> [OutboxItem] {
        for row in rows {
            try database.cachedStatement(
                sql: """
                    UPDATE ring_outbox SET leased_until = ?, attempts = attempts + 1,
                        first_taken_at = coalesce(first_taken_at, ?) WHERE position = ?
                    """
            ).execute(arguments: [end.microseconds, now.microseconds, row["position"] as Int64])
        }
        return try rows.map(RingRow.item)
    }

    public func endLeases() throws(StorageError) {
        try writing { try $0.cachedStatement(sql: "UPDATE ring_outbox SET leased_until = NULL").execute() }
    }

    public func settlePush(_ position: Int64) throws(StorageError) {
        try writing { database in
            try database.cachedStatement(sql: "DELETE FROM ring_outbox WHERE position = ? AND command IS NULL").execute(
                arguments: [position])
        }
    }

    public func openSessions() throws(StorageError) -> [(session: CallSessionID, due: Duration?)] {
        try reading { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: "SELECT session, due FROM ring_session WHERE is_closed = 0 ORDER BY session")
            )
            .compactMap { row in
                let due: Int64? = row["due"]
                return CallSessionID(row["session"] as String).map { ($0, due.map { .microseconds($0) }) }
            }
        }
    }

    public func session(_ id: CallSessionID) throws(StorageError) -> RingSession? {
        try reading { try RingRow.session(id, in: $0, ringSessions) }
    }

    public func caller(of id: CallSessionID) throws(StorageError) -> RingCaller? {
        try reading { database in
            try Row.fetchOne(
                database.cachedStatement(sql: "SELECT * FROM ring_caller WHERE session = ?"),
                arguments: [id.description]
            ).map(RingRow.caller)
        }
    }

    public func records(of id: CallSessionID) throws(StorageError) -> [RingRecord] {
        try reading { try RingRow.records(of: id, in: $0) }
    }

    public func forgetEventIDs(before limit: PurgeLimit, atMost countMax: Int) throws(StorageError) -> Int {
        try writing { database in
            try [("ring_news", "id"), ("ring_gone", "carrier_leg")].reduce(0) { count, kind in
                let (table, key) = kind
                try database.cachedStatement(
                    sql: "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE at < ? LIMIT ?)"
                ).execute(arguments: [limit.microseconds, countMax])
                return count + database.changesCount
            }
        }
    }

    public func discardParked(before moment: Duration) throws(StorageError) -> ParkedEvents.Sweep {
        // A transaction locks the file even if it changes nothing.
        let oldest = try reading { try Int64.fetchOne($0.cachedStatement(sql: "SELECT min(at) FROM ring_parked")) }
        guard let oldest, oldest <= moment.microseconds else {
            return ParkedEvents.Sweep(discarded: 0, oldest: oldest.map { .microseconds($0) })
        }
        return try writing { database in
            // The carrier keeps these recordings, and no call here will ever name them.
            try database.cachedStatement(
                sql: """
                    INSERT INTO unheard_end (session, cause)
                    SELECT DISTINCT carrier_call, ? FROM ring_parked WHERE at <= ? AND carrier_call IS NOT NULL
                    """
            ).execute(arguments: [RecordingAlarm.Cause.callUnknown.rawValue, moment.microseconds])
            try database.cachedStatement(sql: "DELETE FROM ring_parked WHERE at <= ?").execute(arguments: [
                moment.microseconds
            ])
            let discarded = database.changesCount
            let oldest = try Int64.fetchOne(database.cachedStatement(sql: "SELECT min(at) FROM ring_parked"))
            return ParkedEvents.Sweep(discarded: discarded, oldest: oldest.map { .microseconds($0) })
        }
    }

    public func parkedLegs() throws(StorageError) -> [CarrierLegID] {
        try reading { database in
            try String.fetchAll(
                database.cachedStatement(
                    sql: "SELECT carrier_leg FROM ring_parked GROUP BY carrier_leg ORDER BY min(position)")
            ).map { CarrierLegID($0) }
        }
    }

    public func forgetSessions(closedBefore limit: PurgeLimit, atMost countMax: Int) throws(StorageError) -> Int {
        try writing { database in
            let sessions = try String.fetchAll(
                database.cachedStatement(
                    sql: "SELECT session FROM ring_session WHERE kept_from < ? ORDER BY kept_from LIMIT ?"),
                arguments: [limit.microseconds, countMax])
            for session in sessions { try ClosedCalls.forgetRing(session, in: database) }
            return sessions.count
        }
    }
}

extension Duration {
    /// The whole microseconds, rounded down.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
