public import Accounts
internal import Foundation
internal import GRDB
internal import Redaction

extension SQLiteAccountStore {
    public func spend(_ nonce: SpentNonce) async throws(StorageError) -> Bool {
        try await write { database in
            try database.execute(
                sql: "INSERT OR IGNORE INTO apple_spent_nonce VALUES (?, ?)",
                arguments: [Data(nonce.digest), nonce.expiresAt])
            return database.changesCount > 0
        }
    }

    public func appleIdentity(subject: String) async throws(StorageError) -> AppleIdentity? {
        try await read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM apple_identity WHERE subject = ?", arguments: [subject])
                .map { AccountRows.apple($0) }
        }
    }

    public func appleIdentity(ofUser user: String) async throws(StorageError) -> AppleIdentity? {
        try await read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM apple_identity WHERE user = ?", arguments: [user])
                .map { AccountRows.apple($0) }
        }
    }

    public func signIn(
        _ identity: AppleIdentity, name: String?, signUp: SignUpMode
    ) async throws(StorageError) -> (identity: AppleIdentity, isNew: Bool)? {
        try await write { database in
            let subject = identity.subject.revealed
            let known = try Row.fetchOne(
                database, sql: "SELECT * FROM apple_identity WHERE subject = ?", arguments: [subject]
            ).map { AccountRows.apple($0) }
            let user = known?.user ?? identity.user
            if known == nil {
                let mail = identity.isEmailVerified ? identity.email?.revealed : nil
                let invitations = try mail.map {
                    try Self.readdress(invitationsOf: $0, to: user, at: identity.createdAt, in: database)
                }
                guard signUp.refusal(isInvited: invitations ?? 0 > 0) == nil else { return nil }
            }
            try Self.storeUser(user, name: name, identity, in: database)
            try database.execute(
                sql: """
                    INSERT INTO apple_identity VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (subject) DO UPDATE SET client = excluded.client,
                    refresh_token = coalesce(excluded.refresh_token, refresh_token),
                    email = coalesce(excluded.email, email),
                    email_verified =
                        CASE WHEN excluded.email IS NULL THEN email_verified ELSE excluded.email_verified END,
                    email_is_private =
                        CASE WHEN excluded.email IS NULL THEN email_is_private ELSE excluded.email_is_private END
                    """,
                arguments: [
                    subject, user, identity.client, identity.refreshToken.map { Data($0) }, identity.email?.revealed,
                    identity.isEmailVerified, identity.isEmailPrivate, identity.isEmailEnabled, identity.createdAt,
                ])
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM apple_identity WHERE subject = ?", arguments: [subject])
            return (row.map { AccountRows.apple($0) } ?? identity, known == nil)
        }
    }

    /// The name is told by Apple once; a first sign-in whose reply was lost must not lose it.
    private static func storeUser(
        _ user: String, name: String?, _ identity: AppleIdentity, in database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO user (name, display_name, email, email_verified, created_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE
                SET display_name = coalesce(nullif(display_name, ''), excluded.display_name),
                email = coalesce(excluded.email, email),
                email_verified = CASE WHEN excluded.email IS NULL THEN email_verified ELSE excluded.email_verified END
                """,
            arguments: [user, name, identity.email?.revealed, identity.isEmailVerified, identity.createdAt])
    }

    public func hasSeen(notice id: String) async throws(StorageError) -> Bool {
        try await read { database in
            try Bool.fetchOne(database, sql: "SELECT 1 FROM apple_notice WHERE id = ?", arguments: [id]) ?? false
        }
    }

    public func remember(notice id: String, at: Int64) async throws(StorageError) {
        try await write { database in
            try database.execute(
                sql: "INSERT INTO apple_notice VALUES (?, ?) ON CONFLICT (id) DO NOTHING", arguments: [id, at])
        }
    }

    public func setEmailEnabled(_ isEnabled: Bool, subject: String) async throws(StorageError) {
        try await write { database in
            try database.execute(
                sql: "UPDATE apple_identity SET is_email_enabled = ? WHERE subject = ?",
                arguments: [isEnabled, subject])
        }
    }

    public func forgetAppleToken(subject: String) async throws(StorageError) {
        try await write { database in
            try database.execute(
                sql: "UPDATE apple_identity SET refresh_token = NULL WHERE subject = ?", arguments: [subject])
        }
    }

    public func revocations(dueAt: Int64, atMost: Int) async throws(StorageError) -> [AppleRevocation] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM apple_revocation WHERE next_at <= ? ORDER BY next_at, id LIMIT ?",
                arguments: [dueAt, atMost]
            ).map { AccountRows.revocation($0) }
        }
    }

    public func settle(revocation id: String, next: AppleRevocation?) async throws(StorageError) {
        try await write { database in
            guard let next else {
                return try database.execute(sql: "DELETE FROM apple_revocation WHERE id = ?", arguments: [id])
            }
            try database.execute(
                sql: "UPDATE apple_revocation SET attempts = ?, next_at = ? WHERE id = ?",
                arguments: [next.attempts, next.nextAt, id])
        }
    }
}
