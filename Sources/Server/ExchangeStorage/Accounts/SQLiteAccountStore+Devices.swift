public import Accounts
internal import Foundation
internal import GRDB
internal import Redaction

extension SQLiteAccountStore {
    public func register(_ device: AccountDevice) async throws(StorageError) -> AccountDevice {
        let sealedName = try database.seal(Array(device.name.revealed.utf8))
        return try await write { [sealed = database] database in
            try database.execute(
                sql: """
                    INSERT INTO account_device (id, user, installation, name, platform, organization,
                        organization_version, created_at, last_used_at, sealed_name)
                    VALUES (?, ?, ?, '', ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (user, installation) DO UPDATE SET name = '', sealed_name = excluded.sealed_name,
                        platform = excluded.platform, last_used_at = excluded.last_used_at
                    """,
                arguments: [
                    device.id, device.user, device.installation, device.platform, device.organization,
                    device.organizationVersion, device.createdAt, device.lastUsedAt, sealedName,
                ])
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM account_device WHERE user = ? AND installation = ?",
                arguments: [device.user, device.installation])
            let stored = try row.map { try sealed.device($0) } ?? device
            _ = try Self.noteAlive(stored.id, in: database)
            try Self.revokeSurplus(beside: stored, in: database)
            return stored
        }
    }

    public func device(_ id: String) async throws(StorageError) -> AccountDevice? {
        try await read { [sealed = database] in try Self.device(id, in: $0).map { try sealed.device($0) } }
    }

    public func devices(of user: String) async throws(StorageError) -> [AccountDevice] {
        try await read { [sealed = database] in try Self.devices(of: user, in: $0).map { try sealed.device($0) } }
    }

    static func devices(of user: String, in database: Database) throws -> [Row] {
        try Row.fetchAll(
            database, sql: "SELECT * FROM account_device WHERE user = ? ORDER BY created_at, id", arguments: [user])
    }

    /// Revokes a user's least recently used devices beyond ``AccountLimits/devices``, but never the given one.
    private static func revokeSurplus(beside device: AccountDevice, in database: Database) throws {
        let others = try String.fetchAll(
            database, sql: "SELECT id FROM account_device WHERE user = ? AND id <> ? ORDER BY last_used_at, id",
            arguments: [device.user, device.id])
        for other in others.prefix(max(0, others.count + 1 - AccountLimits.devices)) {
            try apply(
                DeviceRevocation(
                    device: other, user: device.user, reason: .tooManyDevices, at: device.lastUsedAt), in: database)
        }
    }

    // MARK: - Push tokens

    public func save(_ token: PushToken) async throws(StorageError) -> PushTokenClaim {
        let print = database.fingerprint(ofToken: token.token.revealed)
        let sealed = try database.seal(Array(token.token.revealed.utf8))
        return try await write { database in
            let owner = try String.fetchOne(
                database, sql: "SELECT device FROM push_token WHERE token = ?", arguments: [print])
            try database.execute(
                sql: "DELETE FROM push_token WHERE token = ? OR (device = ? AND kind = ? AND topic IS ?)",
                arguments: [print, token.device, token.kind.rawValue, token.topic])
            try database.execute(
                sql: "INSERT INTO push_token VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    print, token.device, token.kind.rawValue, token.environment, token.topic,
                    token.registeredAt, sealed,
                ])
            try database.execute(
                sql: """
                    DELETE FROM push_token WHERE device = ? AND token NOT IN (SELECT token FROM push_token
                    WHERE device = ? ORDER BY registered_at DESC, token = ? DESC LIMIT ?)
                    """, arguments: [token.device, token.device, print, AccountLimits.pushTokens])
            _ = try Self.noteAlive(token.device, in: database)
            return PushTokenClaim(by: token.device, owner: owner)
        }
    }

    public func pushTokens(ofUser user: String) async throws(StorageError) -> [PushToken] {
        try await read { [sealed = database] database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT push_token.* FROM push_token JOIN account_device ON account_device.id = push_token.device
                    WHERE account_device.user = ? ORDER BY push_token.registered_at, push_token.token
                    """, arguments: [user]
            ).compactMap { AccountRows.pushToken($0, String(decoding: try sealed.open($0["sealed"]), as: UTF8.self)) }
        }
    }

    public func removePushToken(_ token: String, of device: String) async throws(StorageError) -> Bool {
        let print = database.fingerprint(ofToken: token)
        return try await write { database in
            try database.execute(
                sql: "DELETE FROM push_token WHERE token = ? AND device = ?", arguments: [print, device])
            return database.changesCount > 0
        }
    }

    public func expirePushToken(_ token: String, invalidSince: Int64) async throws(StorageError) -> Bool {
        let print = database.fingerprint(ofToken: token)
        return try await write { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT device, registered_at FROM push_token WHERE token = ?", arguments: [print])
            guard let row, PushTokenClaim.isOver(registeredAt: row["registered_at"], invalidSince: invalidSince) else {
                return false
            }
            try database.execute(sql: "DELETE FROM push_token WHERE token = ?", arguments: [print])
            try Self.noteGone(row["device"], since: invalidSince, in: database)
            return true
        }
    }

    public func expireGoogleTokens(
        registeredBefore moment: Int64, atMost count: Int
    ) async throws(StorageError) -> [String] {
        try await write { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT token, device, user FROM push_token JOIN account_device ON account_device.id = device
                    WHERE kind = ? AND registered_at < ? LIMIT ?
                    """, arguments: [PushToken.Kind.fcm.rawValue, moment, count])
            for row in rows {
                try database.execute(
                    sql: "DELETE FROM push_token WHERE token = ?", arguments: [row["token"] as String])
                try Self.noteGone(row["device"], since: moment, in: database)
            }
            return Set(rows.map { $0["user"] as String }).sorted()
        }
    }

    // MARK: - The present organization

    public func switchOrganization(
        of device: String, to target: String, expected: Int64?
    ) async throws(StorageError) -> OrganizationSwitchDecision {
        try await write { database in
            guard let state = try Self.device(device, in: database) else { return .notMember }
            let isMember = try Self.member(state["user"], of: target, in: database) != nil
            let verdict = OrganizationSwitchDecision(
                to: target, isMember: isMember, current: state["organization"],
                version: state["organization_version"], expected: expected)
            if case .switched(let version) = verdict {
                try database.execute(
                    sql: "UPDATE account_device SET organization = ?, organization_version = ? WHERE id = ?",
                    arguments: [target, version, device])
            }
            return verdict
        }
    }

    static func device(_ id: String, in database: Database) throws -> Row? {
        try Row.fetchOne(database, sql: "SELECT * FROM account_device WHERE id = ?", arguments: [id])
    }
}

extension ExchangeDatabase {
    /// A device with its name, which is stored sealed.
    fileprivate func device(_ row: Row) throws(StorageError) -> AccountDevice {
        AccountRows.device(row, named: String(decoding: try open(row["sealed_name"]), as: UTF8.self))
    }
}

extension SQLiteAccountStore {
    public func save(_ key: PushKey) async throws(StorageError) {
        let sealed = try database.seal(key.bytes.revealed)
        try await write { database in
            try database.execute(
                sql: "INSERT INTO push_key VALUES (?, ?) ON CONFLICT (device) DO UPDATE SET sealed = excluded.sealed",
                arguments: [key.device, sealed])
        }
    }

    public func pushKeys(ofUser user: String) async throws(StorageError) -> [PushKey] {
        try await read { [sealed = database] database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT push_key.* FROM push_key JOIN account_device ON account_device.id = push_key.device
                    WHERE account_device.user = ? ORDER BY push_key.device
                    """, arguments: [user]
            ).map { PushKey(of: $0["device"], Redacted(try sealed.open($0["sealed"]))) }
        }
    }

    /// Removes a device's push key. It belongs to one session: each sign-in on the device brings another.
    static func forgetPushKey(of device: String, in database: Database) throws {
        try database.execute(sql: "DELETE FROM push_key WHERE device = ?", arguments: [device])
    }
}

extension SQLiteAccountStore {
    public func revoke(_ withdrawal: Withdrawal) async throws(StorageError) -> [DeviceRevocation] {
        try await write { try Self.apply(withdrawal, in: $0) }
    }

    static func apply(_ withdrawal: Withdrawal, in database: Database) throws -> [DeviceRevocation] {
        let revoked = try devices(in: withdrawal.scope, database).map {
            DeviceRevocation(device: $0["id"], user: $0["user"], reason: withdrawal.reason, at: withdrawal.at)
        }
        for revocation in revoked { try apply(revocation, in: database) }
        return revoked
    }

    public func unsettledRevocations() async throws(StorageError) -> [DeviceRevocation] {
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM device_revocation ORDER BY at, device").map {
                DeviceRevocation(
                    device: $0["device"], user: $0["user"],
                    reason: SessionEndReason(rawValue: $0["reason"]) ?? .deviceRemoved, at: $0["at"])
            }
        }
    }

    public func settle(_ revocation: DeviceRevocation) async throws(StorageError) {
        try await write { database in
            try database.execute(sql: "DELETE FROM device_revocation WHERE device = ?", arguments: [revocation.device])
        }
    }

    /// Revokes a device. Its tokens, credentials and sessions refer to it and are deleted with it. Credentials to be
    /// deleted at a carrier stay, and are found by the device's name.
    static func apply(_ revocation: DeviceRevocation, in database: Database) throws {
        try database.execute(sql: "DELETE FROM account_device WHERE id = ?", arguments: [revocation.device])
        try database.execute(
            sql: "INSERT OR REPLACE INTO device_revocation VALUES (?, ?, ?, ?)",
            arguments: [revocation.device, revocation.user, revocation.reason.rawValue, revocation.at])
        try AccountRows.note(
            AuditEntry(
                at: revocation.at, actor: AuditEntry.actor(ofUser: revocation.user),
                action: revocation.reason.auditAction,
                subject: revocation.device), in: database)
    }

    private static func devices(in scope: RevocationScope, _ database: Database) throws -> [Row] {
        switch scope {
        case .device(let id, let user):
            try device(id, in: database).map { $0["user"] as String == user ? [$0] : [] } ?? []
        case .user(let user, let spared): try devices(of: user, in: database).filter { $0["id"] as String != spared }
        }
    }
}

extension SessionEndReason {
    /// The audit's word for the reason.
    fileprivate var auditAction: String {
        switch self {
        case .loggedOut: "logged out"
        case .tokenReused: "refresh token reused"
        case .refreshedTooOften: "refreshed too often"
        case .deviceRemoved: "device removed"
        case .passwordChanged: "password changed"
        case .tooManyDevices: "too many devices"
        case .accountDeleted: "account deleted"
        case .consentRevoked: "consent revoked"
        }
    }
}
