public import CallModel
internal import GRDB

/// Calls by whose they are.
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
                JournalFold.call(of: try Row.fetchAll(database, sql: JournalFold.select, arguments: [session]))
            }
        }
    }

    /// Greater than any UUID's text.
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
