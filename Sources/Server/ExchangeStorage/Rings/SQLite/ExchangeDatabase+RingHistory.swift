public import CallModel
internal import GRDB

/// Calls of the public network by whose they are.
extension ExchangeDatabase: RingHistory {
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
            return try sessions.compactMap {
                try CallSessionID($0).flatMap { try RingRow.ring($0, in: database, ringSessions) }
            }
        }
    }

    public func ring(_ id: CallSessionID) throws(StorageError) -> StoredRing? {
        try reading { try RingRow.ring(id, in: $0, ringSessions) }
    }
}
