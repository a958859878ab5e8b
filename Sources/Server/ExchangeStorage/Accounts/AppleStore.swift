public import Accounts
internal import Foundation
internal import GRDB
public import Redaction

/// Stores identities of Sign in with Apple.
public protocol AppleStore: Sendable {
    /// Remembers a nonce as spent. Returns false if it was spent before.
    func spend(_ nonce: UsedNonce) async throws(StorageError) -> Bool
    /// The identity of an Apple account; nil: it never signed in here, or its user was deleted.
    func appleIdentity(subject: String) async throws(StorageError) -> AppleIdentity?
    /// The identity of a user; nil: the user did not sign in with Apple.
    func appleIdentity(ofUser user: String) async throws(StorageError) -> AppleIdentity?
    /// Whether an invitation waits for that mail address.
    func isInvited(mail: String, at: Int64) async throws(StorageError) -> Bool
    /// Stores an identity, and the user if the identity is new. The name is stored whenever the user has none yet.
    /// Invitations of a new user's mail address go to the user, if Apple verified the address.
    ///
    /// - Parameters:
    ///   - name: the person's name, as Apple told the app at the first sign-in.
    ///   - signUp: the rule for new users.
    /// - Returns: the stored identity, and whether the user is new; nil where the rule refuses the user.
    func signIn(
        _ identity: AppleIdentity, name: String?, signUp: SignUpMode
    ) async throws(StorageError) -> (identity: AppleIdentity, isNew: Bool)?
    /// Whether a notice of Apple was followed before.
    func hasSeen(notice id: String) async throws(StorageError) -> Bool
    /// Remembers that a notice of Apple was followed, so that a repetition changes nothing.
    func remember(notice id: String, at: Int64) async throws(StorageError)
    /// Stores whether Apple forwards mail to an identity's private address. No effect on an unknown subject.
    func setEmailEnabled(_ isEnabled: Bool, subject: String) async throws(StorageError)
    /// Removes the token of an identity after Apple invalidated it. The identity stays.
    func forgetAppleToken(subject: String) async throws(StorageError)
    /// The revocations to try at a time, the longest due first.
    func revocations(dueAt: Int64, atMost: Int) async throws(StorageError) -> [AppleRevocation]
    /// Stores the next try; nil: the revocation is done.
    func settle(revocation id: String, next: AppleRevocation?) async throws(StorageError)
}

/// The link between an Apple account and a user.
public struct AppleIdentity: Hashable, Sendable {
    /// Apple's `sub`: stable for one team.
    public var subject: Redacted<String>
    /// The name of the user that signs in with the account.
    public var user: String
    /// The bundle or Services id to which the refresh token was issued.
    public var client: String
    /// Apple's refresh token, encrypted. Revoking needs it.
    public var refreshToken: [UInt8]?
    /// The address of the latest token; nil: Apple has told none.
    public var email: Redacted<String>?
    /// Whether Apple has verified the address, so that invitations to it go to the user.
    public var isEmailVerified: Bool
    /// Whether the address is one that Apple forwards from.
    public var isEmailPrivate: Bool
    /// Whether Apple forwards mail to a private address.
    public var isEmailEnabled: Bool
    /// Microseconds since 1970.
    public var createdAt: Int64

    public init(
        subject: Redacted<String>, user: String, client: String, refreshToken: [UInt8]?, email: Redacted<String>?,
        isEmailVerified: Bool, isEmailPrivate: Bool, isEmailEnabled: Bool = true, createdAt: Int64
    ) {
        self.subject = subject
        self.user = user
        self.client = client
        self.refreshToken = refreshToken
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.isEmailPrivate = isEmailPrivate
        self.isEmailEnabled = isEmailEnabled
        self.createdAt = createdAt
    }
}

/// A nonce that was used for a sign-in and is valid for no other.
public struct UsedNonce: Hashable, Sendable {
    /// SHA-256 of its text.
    public let digest: [UInt8]
    /// Until when it has to be remembered, because it is invalid afterward. Microseconds since 1970.
    public let expiresAt: Int64

    public init(digest: [UInt8], expiresAt: Int64) {
        self.digest = digest
        self.expiresAt = expiresAt
    }
}

/// An Apple token that is still to be revoked. It outlives its account.
public struct AppleRevocation: Hashable, Sendable {
    /// A random id of the revocation.
    public var id: String
    /// The bundle or Services id to which the token was issued; Apple asks for it.
    public var client: String
    /// Encrypted.
    public var token: [UInt8]
    /// How often it was tried.
    public var attempts: Int64
    /// Microseconds since 1970.
    public var nextAt: Int64

    public init(id: String, client: String, token: [UInt8], attempts: Int64 = 0, nextAt: Int64) {
        self.id = id
        self.client = client
        self.token = token
        self.attempts = attempts
        self.nextAt = nextAt
    }
}

extension SQLiteAccountStore {
    public func spend(_ nonce: UsedNonce) async throws(StorageError) -> Bool {
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

    /// Stores the user. Apple reports the name once, so a first sign-in whose reply was lost must not lose it.
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
