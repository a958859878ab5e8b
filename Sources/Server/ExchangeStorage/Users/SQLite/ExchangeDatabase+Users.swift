public import Accounts
internal import GRDB
internal import Redaction

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
