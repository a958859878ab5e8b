public import CallModel
internal import GRDB

/// Calls of the public network by whose they are.
extension ExchangeDatabase {
    /// Calls that rang a user, or would have, the latest first; nil: of everybody. Of two that became one a user finds
    /// the one that went on.
    ///
    /// - Parameter before: only those before that one.
    public func rings(
        of user: String?, before: CallSessionID?, atMost count: Int
    ) throws(StorageError) -> [StoredRing] {
        let bound = before?.description ?? Self.afterEverySession
        return try reading { database in
            let sessions =
                if let user {
                    try String.fetchAll(
                        database,
                        sql: """
                            SELECT session FROM ring_user JOIN ring_session USING (session)
                            WHERE user = ? AND session < ? AND merged_into IS NULL
                            ORDER BY session DESC LIMIT ?
                            """,
                        arguments: [user, bound, count])
                } else {
                    try String.fetchAll(
                        database,
                        sql: "SELECT session FROM ring_session WHERE session < ? ORDER BY session DESC LIMIT ?",
                        arguments: [bound, count])
                }
            return try sessions.compactMap { try CallSessionID($0).flatMap { try RingRow.ring($0, in: database) } }
        }
    }

    /// A call of the public network.
    public func ring(_ id: CallSessionID) throws(StorageError) -> StoredRing? {
        try reading { try RingRow.ring(id, in: $0) }
    }
}
