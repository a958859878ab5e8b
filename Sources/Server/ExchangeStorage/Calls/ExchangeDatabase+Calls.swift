public import CallModel
public import ExchangeCore
internal import GRDB

/// The calls of the journal.
extension ExchangeDatabase: CallJournal {
    public func append(
        _ entries: [JournalEntry], clock: WallClock, sealing: any Sealing
    ) throws(StorageError) {
        let rows = entries.compactMap { $0.row(clock) }
        try writing { database in
            var stored = zip(rows, try JournalRow.insert(rows, into: database)).makeIterator()
            for entry in entries {
                switch entry {
                case .record(let record):
                    if let (row, isNew) = stored.next() { try follow(record.change, row, isNew: isNew, in: database) }
                case .keep(let kept): try Self.keep(kept, clock, sealing, in: database)
                case .discard(let session): try Self.discard(session.description, in: database)
                }
            }
        }
    }

    /// Stores what a record of the journal changes in other tables.
    private func follow(_ change: JournalChange, _ row: JournalRow, isNew: Bool, in database: Database) throws {
        if isNew { liveCalls.note(change, row) }
        switch change {
        case .created:
            try database.cachedStatement(sql: "INSERT OR IGNORE INTO live_call VALUES (?)").execute(arguments: [
                row.session
            ])
        case .claimed:
            if isNew, liveCalls.mayBeAttendant(row.leg, of: row.session) {
                try AwaitedMessages.note(row, in: database)
            }
        case .ended(let ending):
            try close(row.session, of: liveCalls.remove(row.session)?.parties(after: ending), at: row.at, in: database)
        case .legPlanned, .legRang, .legHeld, .legResumed, .legDetached, .legAttached, .legOver, .handedOver,
            .transferred, .merged:
            break
        }
    }

    public func call(_ session: CallSessionID) throws(StorageError) -> StoredCall? {
        try reading { database in
            JournalReplay.call(
                of: try Row.fetchAll(database, sql: JournalReplay.select, arguments: [session.description]))
        }
    }

    public func closeUnfinished(
        at: Int64, except recovered: Set<CallSessionID>
    ) throws(StorageError) -> [StoredCall] {
        let spared = Set(recovered.map(\.description))
        return try writing { database in
            let sessions = try String.fetchAll(database, sql: "SELECT session FROM live_call ORDER BY session")
            let calls = try sessions.compactMap { session in
                spared.contains(session) ? nil : try fail(session, at: at, in: database)
            }
            try AwaitedMessages.alarm(in: database)
            return calls
        }
    }

    public func forgetCalls(endedBefore limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int {
        try writing { database in
            let sessions = try String.fetchAll(
                database, sql: "SELECT session FROM ended_call WHERE kept_from < ? ORDER BY kept_from LIMIT ?",
                arguments: [limit.microseconds, count])
            for session in sessions { try ClosedCalls.forgetJournal(session, in: database) }
            return sessions.count
        }
    }

    private func fail(_ session: String, at: Int64, in database: Database) throws -> StoredCall? {
        let rows = try Row.fetchAll(database, sql: JournalReplay.select, arguments: [session])
        guard let call = JournalReplay.call(of: rows) else {
            try database.execute(sql: "DELETE FROM live_call WHERE session = ?", arguments: [session])
            return nil
        }
        var version = Int64(clamping: call.version)
        var endings = call.legs.filter { $0.stage != .over }.map {
            JournalChange.legOver($0.id, Ending.exchangeRestarted)
        }
        endings.append(.ended(Ending.exchangeRestarted))
        let clock = WallClock(originMicroseconds: at)
        for change in endings {
            version += 1
            let record = JournalRecord(session: call.session, version: UInt64(version), time: .zero, change: change)
            try JournalRow(record, clock: clock).insert(into: database)
        }
        try close(session, of: nil, at: at, in: database)
        return call
    }

    private func close(_ session: String, of parties: CallParties?, at: Int64, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM live_call WHERE session = ?").execute(arguments: [session])
        try ClosedCalls(database: database, ofPartiesMax: callsOfPartiesMax).closeJournal(session, of: parties, at: at)
    }
}

extension JournalEntry {
    fileprivate func row(_ clock: WallClock) -> JournalRow? {
        if case .record(let record) = self { JournalRow(record, clock: clock) } else { nil }
    }
}

/// The calls of a user.
extension ExchangeDatabase {
    public func calls(
        of user: String?, before: CallSessionID?, atMost count: Int
    ) throws(StorageError) -> [StoredCall] {
        let bound = before?.description ?? Self.afterEverySession
        return try reading { database in
            let sessions =
                if let user {
                    try String.fetchAll(database, sql: Self.ofUser, arguments: [user, bound, user, bound, count])
                } else {
                    try String.fetchAll(database, sql: Self.ofEverybody, arguments: [bound, count])
                }
            return try sessions.compactMap { session in
                JournalReplay.call(of: try Row.fetchAll(database, sql: JournalReplay.select, arguments: [session]))
            }
        }
    }

    /// A text greater than any UUID's.
    static let afterEverySession = "g"

    private static let ofUser = """
        SELECT session FROM (
            SELECT session FROM journal WHERE user = ? AND session < ?
            UNION SELECT session FROM journal WHERE callee = ? AND session < ?) AS own
        WHERE NOT EXISTS (SELECT 1 FROM journal AS other WHERE other.session = own.session AND other.change = 'merged')
        ORDER BY session DESC LIMIT ?
        """

    private static let ofEverybody =
        "SELECT DISTINCT session FROM journal WHERE session < ? ORDER BY session DESC LIMIT ?"
}
