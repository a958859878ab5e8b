internal import Accounts
internal import GRDB

extension SQLiteAccountStore {
    public func issue(
        _ credentials: [SIPCredential], receipt: RequestReceipt?
    ) async throws(StorageError) -> [SIPCredential]? {
        try await write { database in
            guard try credentials.allSatisfy({ try Self.mayHave($0, in: database) }) else { return nil }
            var live: [SIPCredential] = []
            for credential in credentials { live += try Self.issue(credential, in: database) }
            try AccountRows.keep(receipt, in: database)
            return live
        }
    }

    /// Meanwhile the device may have been revoked, or the user may have left the organization.
    private static func mayHave(_ credential: SIPCredential, in database: Database) throws -> Bool {
        let owner: String? = try device(credential.device, in: database)?["user"]
        guard owner == credential.user else { return false }
        guard let organization = credential.organization else { return true }
        return try member(credential.user, of: organization, in: database) != nil
    }

    private static func issue(_ credential: SIPCredential, in database: Database) throws -> [SIPCredential] {
        let older = try live(of: credential, at: credential.createdAt, in: database)
        let entries = older.map {
            CredentialRotation.Entry(login: $0.login, createdAt: $0.createdAt, expiresAt: $0.expiresAt)
        }
        for entry in CredentialRotation.retirements(of: entries, at: credential.createdAt) {
            try database.execute(
                sql: "UPDATE sip_credential SET expires_at = ? WHERE login = ?",
                arguments: [entry.expiresAt, entry.login])
        }
        try database.execute(
            sql: "INSERT INTO sip_credential VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
            arguments: [
                credential.login, credential.device, credential.user, credential.organization, credential.secret,
                credential.createdAt, credential.expiresAt,
            ])
        try database.execute(
            sql: """
                DELETE FROM sip_credential WHERE login IN
                (SELECT login FROM sip_credential WHERE device = ? AND organization IS ?
                ORDER BY created_at DESC, login DESC LIMIT -1 OFFSET ?)
                """, arguments: [credential.device, credential.organization, AccountLimits.credentials])
        return try live(of: credential, at: credential.createdAt, in: database)
    }

    public func credentials(ofDevice device: String?, at: Int64) async throws(StorageError) -> [SIPCredential] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM sip_credential
                    WHERE revoked_at IS NULL AND expires_at > ? AND (? IS NULL OR device = ?)
                    ORDER BY created_at, login
                    """, arguments: [at, device, device]
            ).map { AccountRows.credential($0) }
        }
    }

    public func revokeCredential(_ login: String, at: Int64) async throws(StorageError) -> Bool {
        try await write { database in
            try database.execute(
                sql: """
                    UPDATE sip_credential SET revoked_at = ?
                    WHERE login = ? AND revoked_at IS NULL AND expires_at > ?
                    """, arguments: [at, login, at])
            return database.changesCount > 0
        }
    }

    private static func live(
        of credential: SIPCredential, at: Int64, in database: Database
    ) throws -> [SIPCredential] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT * FROM sip_credential
                WHERE device = ? AND organization IS ? AND revoked_at IS NULL AND expires_at > ?
                ORDER BY created_at, login
                """, arguments: [credential.device, credential.organization, at]
        ).map { AccountRows.credential($0) }
    }
}
