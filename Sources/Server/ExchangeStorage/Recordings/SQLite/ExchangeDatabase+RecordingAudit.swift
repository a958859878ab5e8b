public import ExchangeCore
internal import Foundation
internal import GRDB

/// Who did what about recorded conversations.
extension ExchangeDatabase {
    public func recordingAudit(
        for listener: ConversationListener?, before: Int64?, atMost count: Int
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

    public func noteHearing(ofConversation id: String, by actor: String, at time: Int64) throws(StorageError) {
        try writing { try Self.note(.heard, ofConversations: "id = ?", [id], by: actor, at: time, in: $0) }
    }

    public func forgetRecordingAudit(before limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int {
        try writing { database in
            try database.execute(
                sql: """
                    DELETE FROM recording_audit WHERE id IN (SELECT id FROM recording_audit WHERE at < ? LIMIT ?)
                    """, arguments: [limit.microseconds, count])
            return database.changesCount
        }
    }

    /// - Parameter condition: in SQL, of conversations, with the arguments it needs.
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
