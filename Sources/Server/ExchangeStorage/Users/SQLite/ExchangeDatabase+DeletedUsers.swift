internal import GRDB

/// Names of users who are no more. Calls and recordings are kept by name: whoever was given the name while some are left
/// would find another's. A message may even come in after its user has gone.
extension ExchangeDatabase {
    /// Whether calls or recordings of a deleted user of that name are still kept.
    public func keepsCalls(ofDeletedUser name: String) throws(StorageError) -> Bool {
        try reading { database in
            try Bool.fetchOne(
                database, sql: "SELECT 1 FROM deleted_user WHERE name = ? AND \(Self.isKept)", arguments: [name])
                ?? false
        }
    }

    /// Forgets names of which nothing is kept any more, among at most so many after one.
    ///
    /// - Returns: the last one looked at; nil: all were.
    public func forgetDeletedUsers(after name: String?, atMost count: Int) throws(StorageError) -> String? {
        try writing { database in
            let names = try String.fetchAll(
                database, sql: "SELECT name FROM deleted_user WHERE name > ? ORDER BY name LIMIT ?",
                arguments: [name ?? "", count])
            for name in names {
                try database.execute(
                    sql: "DELETE FROM deleted_user WHERE name = ? AND NOT \(Self.isKept)", arguments: [name])
            }
            return names.count < count ? nil : names.last
        }
    }

    private static let isKept = """
        (EXISTS (SELECT 1 FROM journal WHERE journal.user = deleted_user.name)
        OR EXISTS (SELECT 1 FROM journal WHERE journal.callee = deleted_user.name)
        OR EXISTS (SELECT 1 FROM ring_user WHERE ring_user.user = deleted_user.name)
        OR EXISTS (SELECT 1 FROM ring_caller WHERE ring_caller.user = deleted_user.name)
        OR EXISTS (SELECT 1 FROM conversation WHERE conversation.user = deleted_user.name)
        OR EXISTS (SELECT 1 FROM voicemail WHERE voicemail.mailbox = deleted_user.name))
        """
}
