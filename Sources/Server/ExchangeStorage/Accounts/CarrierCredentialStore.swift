public import Accounts
internal import GRDB

/// Stores the credentials of devices at a carrier. They refer to devices by name only, because a deletion at the
/// carrier outlives the device and the account.
public protocol CarrierCredentialStore: Sendable {
    /// Assigns every device of a user, even a removed one, to the organizations for which it needs credentials. The
    /// devices used last, up to ``CarrierCredentialLimits/devicesOfUserMax``, belong to the user's organizations. They
    /// belong to no organization if the user has none, or is called for one that is unknown to the exchange.
    ///
    /// - Parameter organizations: the organizations whose numbers ring the user.
    func planCarrierCredentials(
        of user: String, calledFor organizations: [String], at: Int64
    ) async throws(StorageError)

    /// Applies an event to the credentials of a device, and returns their new state.
    func settleCarrierCredentials(
        of device: String, _ event: CarrierCredentialEvent, at: Int64
    ) async throws(StorageError) -> CarrierCredentials

    /// The credentials of a user, in the order of creation.
    func carrierCredentials(ofUser user: String) async throws(StorageError) -> [CarrierCredential]

    /// The credentials with pending work at a time, the longest due first.
    func carrierCredentialsDue(at: Int64, atMost: Int) async throws(StorageError) -> [CarrierCredential]

    /// When the next work is due; nil: there is none.
    func nextCarrierRequest() async throws(StorageError) -> Int64?

    /// The users who have devices, or have credentials left over from devices.
    func usersWithCarrierCredentials() async throws(StorageError) -> [String]

    /// Notes that a device is in use. Returns true if it had counted as gone.
    func noteAlive(_ device: String, at: Int64) async throws(StorageError) -> Bool
}

extension SQLiteAccountStore {
    /// The most organizations of one user for which devices have credentials at a carrier: as many as for our own
    /// credentials.
    private static let placesMax = 32

    public func planCarrierCredentials(
        of user: String, calledFor organizations: [String], at: Int64
    ) async throws(StorageError) {
        try await write { database in
            let places = try Self.places(of: user, calledFor: organizations, in: database)
            let present = try String.fetchAll(
                database,
                sql: """
                    SELECT id FROM account_device
                    WHERE user = ? AND id NOT IN (SELECT device FROM device_gone)
                    ORDER BY last_used_at DESC, id LIMIT ?
                    """, arguments: [user, CarrierCredentialLimits.devicesOfUserMax])
            let left = try String.fetchAll(
                database, sql: "SELECT DISTINCT device FROM carrier_credential WHERE user = ? ORDER BY device",
                arguments: [user])
            for device in left where !present.contains(device) {
                _ = try Self.settle(device, .belongs(user: user, to: []), at, in: database)
            }
            for device in present {
                _ = try Self.settle(device, .belongs(user: user, to: places), at, in: database)
            }
        }
    }

    private static func places(
        of user: String, calledFor organizations: [String], in database: Database
    ) throws -> [String?] {
        let own = try String.fetchAll(
            database, sql: "SELECT organization FROM member WHERE user = ? ORDER BY organization LIMIT ?",
            arguments: [user, placesMax])
        let isCalledForOthers = try organizations.contains { id in
            try Bool.fetchOne(database, sql: "SELECT 1 FROM organization WHERE id = ?", arguments: [id]) == nil
        }
        return own.map { $0 } + (own.isEmpty || isCalledForOthers ? [nil] : [])
    }

    public func settleCarrierCredentials(
        of device: String, _ event: CarrierCredentialEvent, at: Int64
    ) async throws(StorageError) -> CarrierCredentials {
        try await write { database in try Self.settle(device, event, at, in: database) }
    }

    private static func settle(
        _ device: String, _ event: CarrierCredentialEvent, _ now: Int64, in database: Database
    ) throws -> CarrierCredentials {
        let stored = try Row.fetchAll(
            database, sql: "SELECT * FROM carrier_credential WHERE device = ?", arguments: [device])
        var credentials = CarrierCredentials(of: device, stored.compactMap { AccountRows.carrierCredential($0) })
        var effects: [CarrierCredentialEffect] = []
        credentials.handle(event, at: now, into: &effects)
        for effect in effects {
            switch effect {
            case .forget(let name):
                try database.execute(sql: "DELETE FROM carrier_credential WHERE name = ?", arguments: [name])
            case .keep(let credential): try AccountRows.keep(credential, in: database)
            }
        }
        return credentials
    }

    public func carrierCredentials(ofUser user: String) async throws(StorageError) -> [CarrierCredential] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM carrier_credential WHERE user = ? ORDER BY created_at, name",
                arguments: [user]
            ).compactMap { AccountRows.carrierCredential($0) }
        }
    }

    public func carrierCredentialsDue(at: Int64, atMost count: Int) async throws(StorageError) -> [CarrierCredential] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM carrier_credential WHERE due_at <= ? ORDER BY due_at, name LIMIT ?",
                arguments: [at, count]
            ).compactMap { AccountRows.carrierCredential($0) }
        }
    }

    public func nextCarrierRequest() async throws(StorageError) -> Int64? {
        try await read { try Int64.fetchOne($0, sql: "SELECT min(due_at) FROM carrier_credential") }
    }

    public func usersWithCarrierCredentials() async throws(StorageError) -> [String] {
        try await read { database in
            try String.fetchAll(
                database, sql: "SELECT user FROM account_device UNION SELECT user FROM carrier_credential ORDER BY 1")
        }
    }

    public func noteAlive(_ device: String, at: Int64) async throws(StorageError) -> Bool {
        try await write { database in
            try database.execute(
                sql: "UPDATE account_device SET last_used_at = max(last_used_at, ?) WHERE id = ?",
                arguments: [at, device])
            return try Self.noteAlive(device, in: database)
        }
    }

    static func noteAlive(_ device: String, in database: Database) throws -> Bool {
        try database.execute(sql: "DELETE FROM device_gone WHERE device = ?", arguments: [device])
        return database.changesCount > 0
    }

    /// Notes that the app is no longer on its phone, according to a push service. While the device has another token,
    /// the app is still there.
    static func noteGone(_ device: String, since: Int64, in database: Database) throws {
        let hasToken = try Bool.fetchOne(
            database, sql: "SELECT 1 FROM push_token WHERE device = ? LIMIT 1", arguments: [device])
        guard hasToken == nil else { return }
        try database.execute(
            sql: "INSERT INTO device_gone VALUES (?, ?) ON CONFLICT (device) DO NOTHING", arguments: [device, since])
    }
}

extension AccountRows {
    /// Returns nil for a stage of a later version.
    static func carrierCredential(_ row: Row) -> CarrierCredential? {
        let (text, id, username): (String, String?, String?) = (row["stage"], row["remote_id"], row["sip_username"])
        guard let stage = CarrierCredential.Stage(rawValue: text) else { return nil }
        let handle = id.flatMap { id in username.map { CarrierCredentialID(id: id, username: $0) } }
        return CarrierCredential(
            name: row["name"], user: row["user"], device: row["device"], organization: row["organization"],
            stage: stage, handle: handle, createdAt: row["created_at"], expiresAt: row["expires_at"],
            takenAt: row["taken_at"], retiresAt: row["retires_at"], isDoubted: row["is_doubted"],
            checkedAt: row["checked_at"], attempts: row["attempts"], notBefore: row["not_before"])
    }

    static func keep(_ credential: CarrierCredential, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO carrier_credential VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET stage = excluded.stage, remote_id = excluded.remote_id,
                sip_username = excluded.sip_username, taken_at = excluded.taken_at, retires_at = excluded.retires_at,
                is_doubted = excluded.is_doubted, checked_at = excluded.checked_at, attempts = excluded.attempts,
                not_before = excluded.not_before, due_at = excluded.due_at
                """,
            arguments: [
                credential.name, credential.user, credential.device, credential.organization, credential.stage.rawValue,
                credential.handle?.id, credential.handle?.username, credential.createdAt, credential.expiresAt,
                credential.takenAt, credential.retiresAt, credential.isDoubted, credential.checkedAt,
                credential.attempts, credential.notBefore, credential.dueAt,
            ])
    }
}

/// The tables of credentials at carriers. Migrations never change once released.
enum CarrierCredentialSchema {
    static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE carrier_credential (
                    name TEXT PRIMARY KEY,          -- ours, which the carrier is told
                    user TEXT NOT NULL,
                    device TEXT NOT NULL,           -- of account_device, while it is there
                    organization TEXT,              -- null: for none
                    stage TEXT NOT NULL,            -- asked, live, unwanted
                    remote_id TEXT,                 -- the carrier's; null until it told it
                    sip_username TEXT,              -- likewise. Its password is stored nowhere
                    created_at INTEGER NOT NULL,    -- microseconds since 1970, here and below
                    expires_at INTEGER NOT NULL,
                    taken_at INTEGER,
                    retires_at INTEGER,
                    is_doubted INTEGER NOT NULL,
                    checked_at INTEGER,
                    attempts INTEGER NOT NULL,
                    not_before INTEGER NOT NULL,
                    due_at INTEGER NOT NULL         -- follows from the rest
                ) WITHOUT ROWID;
                CREATE INDEX carrier_credential_user ON carrier_credential (user);
                CREATE INDEX carrier_credential_device ON carrier_credential (device);
                CREATE INDEX carrier_credential_due ON carrier_credential (due_at);
                CREATE TABLE device_gone (          -- its push service says so
                    device TEXT PRIMARY KEY REFERENCES account_device ON DELETE CASCADE,
                    since INTEGER NOT NULL
                ) WITHOUT ROWID;
                """)
    }
}
