public import Accounts
internal import GRDB

/// Stores invitations to organizations. An invitation that has expired, or whose inviter may no longer make it, does
/// not count.
public protocol InvitationStore: Sendable {
    /// Makes an invitation, in place of an earlier one.
    func invite(_ invitation: Invitation) async throws(StorageError) -> InvitationOutcome
    /// Invitations to an organization in the order of user names, beginning after `user`.
    func invitations(
        to organization: String, after user: String?, atMost: Int, at: Int64
    ) async throws(StorageError) -> [Invitation]
    /// Invitations of a user with their organizations, in the order of the organizations' ids, beginning after
    /// `organization`.
    func invitations(
        of user: String, after organization: String?, atMost: Int, at: Int64
    ) async throws(StorageError) -> [(invitation: Invitation, organization: Organization)]
    /// The valid invitation of a user to an organization; nil: there is none, or it has expired.
    func invitation(of user: String, to organization: String, at: Int64) async throws(StorageError) -> Invitation?
    /// Makes the invited user a member. The invitation stays if the user belongs to too many organizations.
    func accept(
        invitationOf user: String, to organization: String, at: Int64
    ) async throws(StorageError) -> InvitationAcceptance
    /// Removes a withdrawn or declined invitation. Returns false if there is none.
    func removeInvitation(of user: String, to organization: String, at: Int64) async throws(StorageError) -> Bool
}

/// An invitation to become a member of an organization.
public struct Invitation: Hashable, Sendable {
    /// How long it is valid: long enough for a person on two weeks' holiday.
    public static let life: Int64 = 15 * 86_400_000_000
    /// The most open invitations of one organization. More are a mistake or abuse.
    public static let countMax = 1_000

    /// The id of the organization.
    public var organization: String
    /// The invited user, or the mail address of a person without an account. The inviter is not told whether such a
    /// user exists.
    public var user: String
    /// The role that the user gets on acceptance.
    public var role: MemberRole
    /// The inviting user; nil: a holder of an API token. The inviter's rights at the time of acceptance count.
    public var inviter: String?
    /// Microseconds since 1970.
    public var invitedAt: Int64
    /// When it ends by itself. Microseconds since 1970.
    public var expiresAt: Int64

    public init(organization: String, user: String, role: MemberRole, inviter: String?, invitedAt: Int64) {
        self.organization = organization
        self.user = user
        self.role = role
        self.inviter = inviter
        self.invitedAt = invitedAt
        expiresAt = invitedAt + Self.life
    }

    /// The address form of a name: a mail address in lower case, because its case does not matter. No user has a name
    /// like a mail address.
    public static func addressee(_ name: String) -> String { name.contains("@") ? name.lowercased() : name }
}

/// The result of making an invitation.
public enum InvitationOutcome: Hashable, Sendable {
    /// It waits for an answer; an earlier one for the same person is replaced.
    case invited
    /// The person is a member already.
    case memberAlready
    /// There is no such organization.
    case missing
    /// ``Invitation/countMax`` wait already.
    case tooMany
}

/// The result of accepting an invitation.
public enum InvitationAcceptance: Hashable, Sendable {
    case accepted(Member)
    /// There is no such invitation.
    case missing
    /// The user already owns or belongs to the most organizations allowed: ``AccountLimits``.
    case tooMany
}

extension SQLiteAccountStore {
    public func invite(_ invitation: Invitation) async throws(StorageError) -> InvitationOutcome {
        try await write { database in
            let organization = invitation.organization
            let exists = try Bool.fetchOne(
                database, sql: "SELECT 1 FROM organization WHERE id = ?", arguments: [organization])
            guard exists != nil else { return .missing }
            guard try Self.member(invitation.user, of: organization, in: database) == nil else {
                return .memberAlready
            }
            let others = try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM invitation WHERE organization = ? AND user <> ? AND expires_at > ?",
                arguments: [organization, invitation.user, invitation.invitedAt])
            guard (others ?? 0) < Invitation.countMax else { return .tooMany }
            try database.execute(
                sql: "INSERT OR REPLACE INTO invitation VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    organization, invitation.user, invitation.role.rawValue, invitation.inviter,
                    invitation.invitedAt, invitation.expiresAt,
                ])
            return .invited
        }
    }

    public func invitations(
        to organization: String, after user: String?, atMost: Int, at: Int64
    ) async throws(StorageError) -> [Invitation] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM invitation WHERE organization = ? AND user > ? AND expires_at > ? AND \(Self.isBacked)
                    ORDER BY user LIMIT ?
                    """, arguments: [organization, user ?? "", at, atMost]
            ).map { AccountRows.invitation($0) }
        }
    }

    public func invitations(
        of user: String, after organization: String?, atMost: Int, at: Int64
    ) async throws(StorageError) -> [(invitation: Invitation, organization: Organization)] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT invitation.*, id, name, created_at, version
                    FROM invitation JOIN organization ON id = organization
                    WHERE user = ? AND id > ? AND expires_at > ? AND \(Self.isBacked) ORDER BY id LIMIT ?
                    """, arguments: [user, organization ?? "", at, atMost]
            ).map { (AccountRows.invitation($0), AccountRows.organization($0)) }
        }
    }

    public func invitation(
        of user: String, to organization: String, at: Int64
    ) async throws(StorageError) -> Invitation? {
        try await read { try Self.invitation(of: user, to: organization, at: at, in: $0) }
    }

    public func accept(
        invitationOf user: String, to organization: String, at: Int64
    ) async throws(StorageError) -> InvitationAcceptance {
        try await write { database in
            guard let invitation = try Self.invitation(of: user, to: organization, at: at, in: database) else {
                return .missing
            }
            let member = Member(organization: organization, user: user, role: invitation.role, joinedAt: at)
            guard try Self.hasRoom(for: member, in: database) else { return .tooMany }
            try Self.insert(member, in: database)
            return .accepted(member)
        }
    }

    public func removeInvitation(
        of user: String, to organization: String, at: Int64
    ) async throws(StorageError) -> Bool {
        try await write { database in
            let isThere = try Self.invitation(of: user, to: organization, at: at, in: database) != nil
            try Self.forgetInvitation(of: user, to: organization, in: database)
            return isThere
        }
    }

    public func isInvited(mail: String, at: Int64) async throws(StorageError) -> Bool {
        try await read { database in
            let sql = "SELECT 1 FROM invitation WHERE user = ? AND expires_at > ? AND \(Self.isBacked) LIMIT 1"
            return try Bool.fetchOne(database, sql: sql, arguments: [Invitation.addressee(mail), at]) ?? false
        }
    }

    /// Gives the invitations of a mail address to a user.
    ///
    /// - Returns: how many valid invitations there are.
    static func readdress(
        invitationsOf mail: String, to user: String, at: Int64, in database: Database
    ) throws -> Int {
        try database.execute(
            sql: "UPDATE invitation SET user = ? WHERE user = ? AND expires_at > ? AND \(isBacked)",
            arguments: [user, Invitation.addressee(mail), at])
        return database.changesCount
    }

    private static func invitation(
        of user: String, to organization: String, at: Int64, in database: Database
    ) throws -> Invitation? {
        try Row.fetchOne(
            database,
            sql: """
                SELECT * FROM invitation WHERE organization = ? AND user = ? AND expires_at > ? AND \(isBacked)
                """, arguments: [organization, user, at]
        ).map { AccountRows.invitation($0) }
    }

    /// Removes the invitation of a user who becomes a member.
    static func forgetInvitation(of user: String, to organization: String, in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM invitation WHERE organization = ? AND user = ?", arguments: [organization, user])
    }

    /// Whether the inviter may still manage members of the role: the rule of ``MemberRole`` in SQL.
    private static var isBacked: String {
        let rules = MemberRole.allCases.flatMap { inviter in
            MemberRole.allCases.filter { inviter.mayManage($0) }
                .map { "(backing.role = '\(inviter.rawValue)' AND invitation.role = '\($0.rawValue)')" }
        }
        return """
            (inviter IS NULL OR EXISTS (SELECT 1 FROM member AS backing
            WHERE backing.organization = invitation.organization AND backing.user = inviter
            AND (\(rules.joined(separator: " OR ")))))
            """
    }
}
