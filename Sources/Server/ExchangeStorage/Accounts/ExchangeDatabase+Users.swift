public import Accounts
internal import GRDB
public import Redaction

/// The users made through the API.
extension ExchangeDatabase: UserStore {
    public func users() throws(StorageError) -> [StoredUser] {
        try reading { database in
            var users: [StoredUser] = []
            for row in try Row.fetchAll(database, sql: "SELECT * FROM user ORDER BY name") {
                let name: String = row["name"]
                let numbers = try String.fetchAll(
                    database, sql: "SELECT number FROM number WHERE user = ? ORDER BY position", arguments: [name])
                let devices = try Row.fetchAll(
                    database, sql: "SELECT * FROM device WHERE user = ? ORDER BY name", arguments: [name])
                users.append(
                    StoredUser(
                        name: name, displayName: (row["display_name"] as String?).map { Redacted($0) },
                        picture: (row["picture"] as String?).map { Redacted($0) },
                        numbers: numbers.map { Redacted($0) }, password: row["password"],
                        hasVoicemail: row["has_voicemail"],
                        devices: devices.map { .init(name: $0["name"], login: $0["login"], password: $0["password"]) }))
            }
            return users
        }
    }

    public func save(
        _ user: StoredUser, receipt: RequestReceipt?, revoking withdrawal: Withdrawal?
    ) throws(StorageError) {
        try writing { database in
            if let withdrawal { _ = try SQLiteAccountStore.apply(withdrawal, in: database) }
            try database.execute(
                sql: """
                    INSERT INTO user (name, display_name, picture, password, has_voicemail) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (name) DO UPDATE SET display_name = excluded.display_name, picture = excluded.picture,
                        password = excluded.password, has_voicemail = excluded.has_voicemail
                    """,
                arguments: [
                    user.name, user.displayName?.revealed, user.picture?.revealed, user.password, user.hasVoicemail,
                ])
            try database.execute(sql: "DELETE FROM number WHERE user = ?", arguments: [user.name])
            try database.execute(sql: "DELETE FROM device WHERE user = ?", arguments: [user.name])
            for (position, number) in user.numbers.enumerated() {
                try database.execute(
                    sql: "INSERT INTO number VALUES (?, ?, ?)", arguments: [number.revealed, user.name, position])
            }
            for device in user.devices {
                try database.execute(
                    sql: "INSERT INTO device VALUES (?, ?, ?, ?)",
                    arguments: [device.login, user.name, device.name, device.password])
            }
            try AccountRows.keep(receipt, in: database)
        }
    }

    public func add(
        _ device: StoredUser.Device, to user: String, receipt: RequestReceipt?
    ) throws(StorageError) -> Bool {
        try writing { database in
            try database.execute(
                sql: "INSERT INTO device (login, user, name, password) SELECT ?, name, ?, ? FROM user WHERE name = ?",
                arguments: [device.login, device.name, device.password, user])
            guard database.changesCount > 0 else { return false }
            try AccountRows.keep(receipt, in: database)
            return true
        }
    }

    public func removeDevice(
        named name: String, of user: String, revoking withdrawal: Withdrawal?
    ) throws(StorageError) {
        try writing { database in
            if let withdrawal { _ = try SQLiteAccountStore.apply(withdrawal, in: database) }
            try database.execute(sql: "DELETE FROM device WHERE user = ? AND name = ?", arguments: [user, name])
        }
    }
}

/// The names of deleted users.
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

    /// Whether a user of that name was deleted, and no other user has the name since.
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

/// The called numbers made through the API.
extension ExchangeDatabase: NumberStore {
    public func numbers() throws(StorageError) -> [StoredNumber] {
        try reading { database in
            try Row.fetchAll(database, sql: "SELECT * FROM called_number ORDER BY number").map { row in
                StoredNumber(
                    number: Redacted(row["number"]), isOfCarrier: row["is_of_carrier"],
                    document: Redacted(row["document"]))
            }
        }
    }

    public func save(_ number: StoredNumber, receipt: RequestReceipt?) throws(StorageError) {
        try writing { database in
            try database.execute(
                sql: """
                    INSERT INTO called_number (number, is_of_carrier, document) VALUES (?, ?, ?)
                    ON CONFLICT (number) DO UPDATE
                        SET is_of_carrier = excluded.is_of_carrier, document = excluded.document
                    """,
                arguments: [number.number.revealed, number.isOfCarrier, number.document.revealed])
            try AccountRows.keep(receipt, in: database)
        }
    }

    public func removeNumber(_ number: Redacted<String>) throws(StorageError) {
        try writing { database in
            try database.execute(sql: "DELETE FROM called_number WHERE number = ?", arguments: [number.revealed])
        }
    }
}
