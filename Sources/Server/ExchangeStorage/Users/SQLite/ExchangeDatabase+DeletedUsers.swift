internal import GRDB

/// Names of users who are no more.
extension ExchangeDatabase {
    public func keepsCalls(ofDeletedUser name: String) throws(StorageError) -> Bool {
        try reading { database in
            try Bool.fetchOne(
                database, sql: "SELECT 1 FROM deleted_user WHERE name = ? AND NOT left_file AND \(Self.isKept)",
                arguments: [name])
                ?? false
        }
    }

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

    public func forgetDeletedUsers(named names: [String]) throws(StorageError) {
        try writing { database in
            for name in names {
                try database.execute(sql: "DELETE FROM deleted_user WHERE name = ?", arguments: [name])
            }
        }
    }

    /// Whether a user of that name was deleted, and there is no other one since.
    static func isDeleted(_ name: String, in database: Database) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM deleted_user WHERE name = ?1)
                        AND NOT EXISTS (SELECT 1 FROM user WHERE name = ?1)
                    """), arguments: [name]) ?? false
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
