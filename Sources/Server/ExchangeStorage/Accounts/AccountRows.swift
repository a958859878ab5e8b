internal import Accounts
internal import Foundation
internal import GRDB
internal import Redaction

/// Converts accounts to and from columns.
enum AccountRows {
    static func organization(_ row: Row) -> Organization {
        Organization(id: row["id"], name: row["name"], createdAt: row["created_at"], version: row["version"])
    }

    static func member(_ row: Row) -> Member {
        let role: String = row["role"]
        return Member(
            organization: row["organization"], user: row["user"], role: MemberRole(rawValue: role) ?? .member,
            joinedAt: row["joined_at"])
    }

    static func invitation(_ row: Row) -> Invitation {
        let role: String = row["role"]
        var invitation = Invitation(
            organization: row["organization"], user: row["user"], role: MemberRole(rawValue: role) ?? .member,
            inviter: row["inviter"], invitedAt: row["invited_at"])
        invitation.expiresAt = row["expires_at"]
        return invitation
    }

    static func device(_ row: Row, named name: String) -> AccountDevice {
        AccountDevice(
            id: row["id"], user: row["user"], installation: row["installation"], name: Redacted(name),
            platform: row["platform"], organization: row["organization"],
            organizationVersion: row["organization_version"], createdAt: row["created_at"],
            lastUsedAt: row["last_used_at"])
    }

    /// Returns nil for a kind of a later version.
    static func pushToken(_ row: Row, _ text: String) -> PushToken? {
        guard let kind = PushToken.Kind(rawValue: row["kind"]) else { return nil }
        return PushToken(
            token: Redacted(text), device: row["device"], kind: kind, environment: row["environment"],
            topic: row["topic"], registeredAt: row["registered_at"])
    }

    static func credential(_ row: Row) -> SIPCredential {
        SIPCredential(
            login: row["login"], device: row["device"], user: row["user"], organization: row["organization"],
            secret: row["secret"], createdAt: row["created_at"], expiresAt: row["expires_at"],
            revokedAt: row["revoked_at"])
    }

    static func session(_ row: Row) -> BearerSession {
        BearerSession(
            id: row["id"], user: row["user"], device: row["device"], createdAt: row["created_at"],
            generation: row["generation"],
            tokens: TokenPair(access: bytes(row["access"]), refresh: bytes(row["refresh"])),
            accessExpiresAt: row["access_expires_at"], refreshExpiresAt: row["refresh_expires_at"],
            previousRefresh: (row["previous_refresh"] as Data?).map { bytes($0) },
            previousSpentAt: row["previous_spent_at"],
            isUsed: row["is_used"], endedAt: row["ended_at"],
            end: (row["end_reason"] as String?).flatMap { SessionEndReason(rawValue: $0) })
    }

    static func apple(_ row: Row) -> AppleIdentity {
        let (subject, token): (String, Data?) = (row["subject"], row["refresh_token"])
        return AppleIdentity(
            subject: Redacted(subject), user: row["user"], client: row["client"], refreshToken: token.map { bytes($0) },
            email: (row["email"] as String?).map { Redacted($0) }, isEmailVerified: row["email_verified"],
            isEmailPrivate: row["email_is_private"], isEmailEnabled: row["is_email_enabled"],
            createdAt: row["created_at"])
    }

    static func revocation(_ row: Row) -> AppleRevocation {
        AppleRevocation(
            id: row["id"], client: row["client"], token: bytes(row["token"]), attempts: row["attempts"],
            nextAt: row["next_at"])
    }

    static func bytes(_ data: Data) -> [UInt8] { [UInt8](data) }

    static func note(_ entry: AuditEntry, in database: Database) throws {
        try database.execute(
            sql: "INSERT INTO audit (at, actor, action, subject) VALUES (?, ?, ?, ?)",
            arguments: [entry.at, entry.actor, entry.action, entry.subject])
        guard let count = entry.keeping else { return }
        try database.execute(
            sql: """
                DELETE FROM audit WHERE actor = ? AND id <=
                (SELECT id FROM audit WHERE actor = ? ORDER BY id DESC LIMIT 1 OFFSET ?)
                """, arguments: [entry.actor, entry.actor, count])
    }

    /// Stores the answer to a request with an idempotency key, and its audit entry.
    static func keep(_ receipt: RequestReceipt?, in database: Database) throws {
        guard let receipt else { return }
        try database.execute(
            sql: "UPDATE idempotent_request SET status = ?, reply = ? WHERE owner = ? AND key = ?",
            arguments: [receipt.status, Data(receipt.reply), receipt.owner, receipt.key])
        if let entry = receipt.audit { try note(entry, in: database) }
    }

    /// Deletes a user with all data that belongs to the user alone. Devices take their tokens, credentials and sessions
    /// along. Calls had other parties, so they stay, and the name is remembered as that of a deleted user.
    static func removeUser(named name: String, in database: Database) throws {
        for table in ["account_device", "member", "invitation", "apple_identity"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE user = ?", arguments: [name])
        }
        try database.execute(sql: "DELETE FROM invitation WHERE inviter = ?", arguments: [name])
        try database.execute(sql: "DELETE FROM voicemail WHERE mailbox = ?", arguments: [name])
        try database.execute(sql: "DELETE FROM user WHERE name = ?", arguments: [name])
        try database.execute(
            sql: "INSERT INTO deleted_user (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET left_file = FALSE",
            arguments: [name])
    }
}
