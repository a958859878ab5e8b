public import ExchangeCore
internal import Foundation
internal import GRDB

/// Conversations that carriers recorded.
extension ExchangeDatabase: ConversationStore {
    public func conversations(
        for listener: RecordingAccess?, before: String?, atMost count: Int
    ) throws(StorageError) -> [StoredConversation] {
        var arguments = Self.arguments(of: listener)
        arguments += ["before": before, "count": count]
        return try reading { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM conversation
                    WHERE (:before IS NULL OR (at, id) < (SELECT at, id FROM conversation WHERE id = :before))
                    AND \(Self.mayHear) ORDER BY at DESC, id DESC LIMIT :count
                    """, arguments: arguments
            ).map(Self.conversation)
        }
    }

    public func sound(
        ofConversation id: String, for listener: RecordingAccess?
    ) throws(StorageError) -> RecordingSource? {
        var arguments = Self.arguments(of: listener)
        arguments += ["id": id]
        return try reading { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT carrier_recording.* FROM conversation JOIN carrier_recording USING (recording)
                    WHERE id = :id AND \(Self.mayHear)
                    """, arguments: arguments
            ).flatMap(Self.source)
        }
    }

    private static let mayHear = """
        (:user IS NULL OR organization IN (SELECT value FROM json_each(:managed))
        OR user = :user AND organization IN (SELECT value FROM json_each(:joined)))
        """

    private static func arguments(of listener: RecordingAccess?) -> StatementArguments {
        func list(_ names: [String]?) -> String {
            (try? JSONEncoder().encode(names ?? [])).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
        }
        return ["user": listener?.user, "managed": list(listener?.managed), "joined": list(listener?.joined)]
    }

    private static func conversation(_ row: Row) -> StoredConversation {
        StoredConversation(
            id: row["id"], session: row["session"], organization: row["organization"], user: row["user"],
            at: row["at"], milliseconds: row["milliseconds"])
    }

    public func deleteConversation(_ id: String, by actor: String, at time: Int64) throws(StorageError) -> Bool {
        try writing { try Self.delete("id = ?", [id], by: actor, at: time, in: $0) > 0 }
    }

    public func forgetConversations(
        before limit: PurgeLimit, at now: Int64, atMost count: Int
    ) throws(StorageError) -> Int {
        try writing { database in
            try Self.delete(
                "id IN (SELECT id FROM conversation WHERE kept_from < ? ORDER BY kept_from, id LIMIT ?)",
                [limit.microseconds, count],
                by: RecordingAuditEntry.retention, at: now, in: database)
        }
    }

    private static func delete(
        _ condition: String, _ arguments: StatementArguments, by actor: String, at time: Int64,
        in database: Database
    ) throws -> Int {
        try note(.deleted, ofConversations: condition, arguments, by: actor, at: time, in: database)
        try database.execute(sql: "DELETE FROM conversation WHERE \(condition)", arguments: arguments)
        return database.changesCount
    }
}

/// The audit of recorded conversations.
extension ExchangeDatabase {
    public func recordingAudit(
        for listener: RecordingAccess?, before: Int64?, atMost count: Int
    ) throws(StorageError) -> [RecordingAuditEntry] {
        let managed = (try? JSONEncoder().encode(listener?.managed ?? [])).map { String(decoding: $0, as: UTF8.self) }
        return try reading { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM recording_audit WHERE id < :before
                    AND (:user IS NULL OR organization IN (SELECT value FROM json_each(:managed)))
                    ORDER BY id DESC LIMIT :count
                    """,
                arguments: [
                    "before": before ?? .max, "user": listener?.user, "managed": managed ?? "[]", "count": count,
                ]
            ).map { row in
                RecordingAuditEntry(
                    id: row["id"], at: row["at"], organization: row["organization"], session: row["session"],
                    conversation: row["conversation"], actor: row["actor"], action: row["action"])
            }
        }
    }

    public func notePlayback(ofConversation id: String, by actor: String, at time: Int64) throws(StorageError) {
        try writing { try Self.note(.heard, ofConversations: "id = ?", [id], by: actor, at: time, in: $0) }
    }

    public func forgetRecordingAudit(before limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int {
        try writing { database in
            try database.execute(
                sql: """
                    DELETE FROM recording_audit WHERE id IN (SELECT id FROM recording_audit WHERE kept_from < ? LIMIT ?)
                    """, arguments: [limit.microseconds, count])
            return database.changesCount
        }
    }

    /// - Parameter condition: SQL over conversations, with its arguments.
    static func note(
        _ action: RecordingAction, ofConversations condition: String, _ arguments: StatementArguments,
        by actor: String, at time: Int64, in database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO recording_audit (at, organization, session, conversation, actor, action)
                SELECT ?, organization, session, id, ?, ? FROM conversation WHERE \(condition)
                """, arguments: [time, actor, action.text] + arguments)
    }
}
