public import Accounts
internal import GRDB

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
                    reason: SessionEnd(rawValue: $0["reason"]) ?? .deviceRemoved, at: $0["at"])
            }
        }
    }

    public func settle(_ revocation: DeviceRevocation) async throws(StorageError) {
        try await write { database in
            try database.execute(sql: "DELETE FROM device_revocation WHERE device = ?", arguments: [revocation.device])
        }
    }

    /// Tokens, credentials and sessions refer to the device and go with it. What is to be deleted at a carrier stays, and
    /// is found by the device's name.
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

extension SessionEnd {
    /// How the audit tells it of a device.
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
