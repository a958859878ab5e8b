public import Accounts
internal import GRDB

/// Invitations to organisations. One that has expired, or whose inviter may no longer make it, is none.
public protocol InvitationStore: Sendable {
    /// Makes an invitation, in place of an earlier one.
    func invite(_ invitation: Invitation) async throws(StorageError) -> InvitationOutcome
    /// In the order of the users' names, those after one.
    func invitations(
        to organization: String, after user: String?, atMost: Int, at: Int64
    ) async throws(StorageError) -> [Invitation]
    /// With the organisations, in the order of their ids, those after one.
    func invitations(
        of user: String, after organization: String?, atMost: Int, at: Int64
    ) async throws(StorageError) -> [(invitation: Invitation, organization: Organization)]
    func invitation(of user: String, to organization: String, at: Int64) async throws(StorageError) -> Invitation?
    /// Makes the invited user a member, unless the user belongs to too many organisations: then the invitation stays.
    func accept(
        invitationOf user: String, to organization: String, at: Int64
    ) async throws(StorageError) -> InvitationAcceptance
    /// Withdrawn or declined; false when there is none.
    func removeInvitation(of user: String, to organization: String, at: Int64) async throws(StorageError) -> Bool
}

/// That somebody may become a member of an organisation, if the person says yes.
public struct Invitation: Hashable, Sendable {
    /// How long there is to answer: whoever comes back from a fortnight's holiday still can.
    public static let life: Int64 = 15 * 86_400_000_000
    /// The most of one organisation that wait at once: more is a mistake, or somebody who annoys people.
    public static let countMax = 1_000

    public var organization: String
    /// The invited user, or the mail address of a person who has no account yet. The inviter is not told whether there is
    /// such a user.
    public var user: String
    public var role: MemberRole
    /// Which user invites; nil: a holder of an API token. It is worth what the inviter may do when it is accepted.
    public var inviter: String?
    /// Microseconds since 1970.
    public var invitedAt: Int64
    public var expiresAt: Int64

    public init(organization: String, user: String, role: MemberRole, inviter: String?, invitedAt: Int64) {
        self.organization = organization
        self.user = user
        self.role = role
        self.inviter = inviter
        self.invitedAt = invitedAt
        expiresAt = invitedAt + Self.life
    }

    /// As invitations are addressed: of a mail address it does not count how it is written. No user is named like one.
    public static func addressee(_ name: String) -> String { name.contains("@") ? name.lowercased() : name }
}

/// What became of an invitation that somebody wants to make.
public enum InvitationOutcome: Hashable, Sendable {
    /// It waits for an answer; an earlier one of the same person is replaced.
    case invited
    /// The person is a member already.
    case memberAlready
    /// There is no such organisation.
    case missing
    /// ``Invitation/countMax`` wait already.
    case tooMany
}

/// What became of an invitation that its user accepts.
public enum InvitationAcceptance: Hashable, Sendable {
    case accepted(Member)
    /// There is no such invitation.
    case missing
    /// The user owns or belongs to as many as a user may: ``AccountCaps``.
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

    /// Invitations of a mail address are a user's from now on.
    ///
    /// - Returns: how many that are worth something.
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

    /// Who becomes a member needs no invitation any more.
    static func forgetInvitation(of user: String, to organization: String, in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM invitation WHERE organization = ? AND user = ?", arguments: [organization, user])
    }

    /// Whether whoever invited may still manage members of the role: the rule of ``MemberRole``, in SQL.
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
