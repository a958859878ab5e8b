internal import GRDB

/// Conversations that carriers recorded.
extension ExchangeDatabase {
    /// Recorded conversations, the latest first.
    ///
    /// - Parameter before: the id of one; only those before it.
    public func conversations(before: String?, atMost count: Int) throws(StorageError) -> [StoredConversation] {
        try reading { database in
            let rows =
                if let before {
                    try Row.fetchAll(
                        database,
                        sql: """
                            SELECT * FROM conversation WHERE (at, id) < (SELECT at, id FROM conversation WHERE id = ?)
                            ORDER BY at DESC, id DESC LIMIT ?
                            """, arguments: [before, count])
                } else {
                    try Row.fetchAll(
                        database, sql: "SELECT * FROM conversation ORDER BY at DESC, id DESC LIMIT ?",
                        arguments: [count])
                }
            return rows.map { row in
                StoredConversation(
                    id: row["id"], session: row["session"], organization: row["organization"], at: row["at"],
                    milliseconds: row["milliseconds"])
            }
        }
    }

    /// Deletes a recorded conversation; the carrier is to delete its sound.
    ///
    /// - Returns: whether there was one.
    public func deleteConversation(_ id: String) throws(StorageError) -> Bool {
        try writing { database in
            try database.execute(sql: "DELETE FROM conversation WHERE id = ?", arguments: [id])
            return database.changesCount > 0
        }
    }

    /// Deletes what was saved before a time, at most so many.
    ///
    /// - Returns: how many were deleted.
    public func forgetConversations(before time: Int64, atMost count: Int) throws(StorageError) -> Int {
        try writing { database in
            try database.execute(
                sql: "DELETE FROM conversation WHERE id IN (SELECT id FROM conversation WHERE at < ? LIMIT ?)",
                arguments: [time, count])
            return database.changesCount
        }
    }
}
