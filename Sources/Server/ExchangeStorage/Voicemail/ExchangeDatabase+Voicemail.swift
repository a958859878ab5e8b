public import ExchangeCore
internal import Foundation
internal import GRDB
internal import Redaction

/// Messages left for users.
extension ExchangeDatabase: MailboxStore {
    @discardableResult
    public func keep(_ message: StoredMessage, sound: [UInt8]?) throws(StorageError) -> String? {
        let sealed = try sound.map { sound throws(StorageError) in try seal(sound) }
        return try writing { database in
            let isDeleted = try Self.isDeleted(message.mailbox, in: database)
            let mailbox = isDeleted ? MailboxLimits.ownMailbox : message.mailbox
            try database.execute(
                sql: """
                    INSERT INTO voicemail (id, mailbox, session, caller_name, caller_number, at, milliseconds, heard_at,
                        recording, sound, is_sealed)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, TRUE) ON CONFLICT DO NOTHING
                    """,
                arguments: [
                    message.id, mailbox, message.session, message.callerName?.revealed,
                    message.callerNumber?.revealed, message.at, message.milliseconds, message.heardAt,
                    message.recording, sealed,
                ])
            let isNew = database.changesCount > 0
            try AwaitedMessages.forget(message.session, in: database)
            return isNew ? mailbox : nil
        }
    }

    public func forgetAwaitedMessage(ofCall session: String) throws(StorageError) {
        try writing { try AwaitedMessages.forget(session, in: $0) }
    }

    public func messageCount(of mailbox: String) throws(StorageError) -> Int {
        try reading { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM voicemail WHERE mailbox = ?", arguments: [mailbox])
                ?? 0
        }
    }

    public func messages(of mailbox: String) throws(StorageError) -> [StoredMessage] {
        try reading { try Self.messages(in: $0, where: "mailbox = ?", [mailbox]) }
    }

    /// - Parameter condition: SQL of our own, never text from outside.
    static func messages(
        in database: Database, where condition: String, _ arguments: StatementArguments
    ) throws -> [StoredMessage] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT id, mailbox, session, caller_name, caller_number, at, milliseconds, heard_at, recording,
                    sound IS NOT NULL AS is_here, EXISTS (
                        SELECT 1 FROM carrier_recording AS carrier
                        WHERE carrier.recording = voicemail.recording AND carrier.task = 1) AS is_awaited
                FROM voicemail WHERE \(condition) ORDER BY at DESC, id
                """, arguments: arguments)
        return rows.map { row in
            StoredMessage(
                id: row["id"], mailbox: row["mailbox"], session: row["session"],
                callerName: (row["caller_name"] as String?).map { Redacted($0) },
                callerNumber: (row["caller_number"] as String?).map { Redacted($0) }, at: row["at"],
                milliseconds: row["milliseconds"], heardAt: row["heard_at"], recording: row["recording"],
                sound: row["is_here"] ? .ready : row["is_awaited"] ? .awaited : .lost)
        }
    }

    public func sound(of id: String, in mailbox: String) throws(StorageError) -> [UInt8]? {
        let sealed = try reading { database in
            try Data.fetchOne(
                database, sql: "SELECT sound FROM voicemail WHERE id = ? AND mailbox = ? AND sound IS NOT NULL",
                arguments: [id, mailbox])
        }
        return try sealed.map { sealed throws(StorageError) in try open(sealed) }
    }

    public func noteHeard(_ id: String, in mailbox: String, at time: Int64) throws(StorageError) -> Bool {
        try writing { database in
            try database.execute(
                sql: "UPDATE voicemail SET heard_at = coalesce(heard_at, ?) WHERE id = ? AND mailbox = ?",
                arguments: [time, id, mailbox])
            return database.changesCount > 0
        }
    }

    public func deleteMessage(_ id: String, in mailbox: String) throws(StorageError) -> Bool {
        try writing { try Self.delete("id = ? AND mailbox = ?", [id, mailbox], in: $0) > 0 }
    }

    public func unheardMessages(before limit: PurgeLimit) throws(StorageError) -> Int {
        try reading { database in
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM voicemail WHERE kept_from < ? AND heard_at IS NULL",
                arguments: [limit.microseconds]) ?? 0
        }
    }

    public func forgetMessages(before limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int {
        try writing { database in
            try Self.delete(
                "id IN (SELECT id FROM voicemail WHERE kept_from < ? LIMIT ?)", [limit.microseconds, count],
                in: database)
        }
    }

    /// Deletes messages without an alarm, heard or not, because their user asked for it or their time was over. Any
    /// other deletion leaves a ``RecordingAlarm``.
    private static func delete(
        _ condition: String, _ arguments: StatementArguments, in database: Database
    ) throws -> Int {
        let latest = try Int64.fetchOne(database, sql: "SELECT max(position) FROM unheard_end") ?? 0
        try database.execute(sql: "DELETE FROM voicemail WHERE \(condition)", arguments: arguments)
        let count = database.changesCount
        try database.execute(sql: "DELETE FROM unheard_end WHERE position > ?", arguments: [latest])
        return count
    }

    public func unheardEnds(atMost count: Int) throws(StorageError) -> [RecordingAlarm] {
        try reading { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM unheard_end ORDER BY position LIMIT ?", arguments: [count]
            ).compactMap { row in
                RecordingAlarm.Cause(rawValue: row["cause"]).map {
                    RecordingAlarm(position: row["position"], session: row["session"], cause: $0)
                }
            }
        }
    }

    public func forget(_ ends: [RecordingAlarm]) throws(StorageError) {
        try writing { database in
            for end in ends {
                try database.execute(sql: "DELETE FROM unheard_end WHERE position = ?", arguments: [end.position])
            }
        }
    }
}
