public import Accounts
internal import GRDB

extension SQLiteAccountStore {
    /// Organisations of one user for which devices have credentials at a carrier: as many as they have of our own.
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

    public func nextCarrierErrand() async throws(StorageError) -> Int64? {
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

    /// A push service says that the app is no longer on its phone. While it has another token of the device, it is.
    static func noteGone(_ device: String, since: Int64, in database: Database) throws {
        let hasToken = try Bool.fetchOne(
            database, sql: "SELECT 1 FROM push_token WHERE device = ? LIMIT 1", arguments: [device])
        guard hasToken == nil else { return }
        try database.execute(
            sql: "INSERT INTO device_gone VALUES (?, ?) ON CONFLICT (device) DO NOTHING", arguments: [device, since])
    }
}
