public import Accounts
internal import GRDB

extension SQLiteAccountStore {
    public func create(
        _ organization: Organization, owner: Member?, receipt: RequestReceipt?
    ) async throws(StorageError) -> OrganizationCreation {
        try await write { database in
            if let owner, try !Self.hasRoom(for: owner, in: database) { return .tooMany }
            try database.execute(
                sql: "INSERT INTO organization VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
                arguments: [organization.id, organization.name, organization.createdAt, organization.version])
            guard database.changesCount > 0 else { return .idTaken }
            if let owner { try Self.insert(owner, in: database) }
            try AccountRows.keep(receipt, in: database)
            return .created
        }
    }

    public func organization(_ id: String) async throws(StorageError) -> Organization? {
        try await read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM organization WHERE id = ?", arguments: [id])
                .map { AccountRows.organization($0) }
        }
    }

    public func organizations(
        of user: String?, after: String?, atMost: Int
    ) async throws(StorageError) -> [Organization] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM organization WHERE id > ?
                    AND (? IS NULL OR id IN (SELECT organization FROM member WHERE user = ?)) ORDER BY id LIMIT ?
                    """, arguments: [after ?? "", user, user, atMost]
            ).map { AccountRows.organization($0) }
        }
    }

    public func rename(_ id: String, to name: String) async throws(StorageError) -> Organization? {
        try await write { database in
            try Row.fetchOne(
                database, sql: "UPDATE organization SET name = ?, version = version + 1 WHERE id = ? RETURNING *",
                arguments: [name, id]
            ).map { AccountRows.organization($0) }
        }
    }

    public func deleteOrganization(_ id: String, at: Int64) async throws(StorageError) -> Bool {
        try await write { database in
            try Self.noteEnds("organization = ?", id, at: at, in: database)
            try database.execute(
                sql: """
                    UPDATE account_device SET organization = NULL, organization_version = organization_version + 1
                    WHERE organization = ?
                    """, arguments: [id])
            try database.execute(sql: "DELETE FROM organization WHERE id = ?", arguments: [id])
            return database.changesCount > 0
        }
    }

    // MARK: - Members

    public func members(
        of organization: String, after: String?, atMost: Int
    ) async throws(StorageError) -> [Member] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM member WHERE organization = ? AND user > ? ORDER BY user LIMIT ?",
                arguments: [organization, after ?? "", atMost]
            ).map { AccountRows.member($0) }
        }
    }

    public func member(_ user: String, of organization: String) async throws(StorageError) -> Member? {
        try await read { try Self.member(user, of: organization, in: $0) }
    }

    public func memberships(of user: String, atMost: Int) async throws(StorageError) -> [Member] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM member WHERE user = ? ORDER BY organization LIMIT ?",
                arguments: [user, atMost]
            ).map { AccountRows.member($0) }
        }
    }

    public func colleagues(of user: String, among others: [String]) async throws(StorageError) -> [String] {
        try await read { database in
            try others.filter { other in
                try Bool.fetchOne(
                    database,
                    sql: """
                        SELECT 1 FROM member AS mine JOIN member AS theirs ON theirs.organization = mine.organization
                        WHERE mine.user = ? AND theirs.user = ? LIMIT 1
                        """, arguments: [user, other]) ?? false
            }
        }
    }

    public func save(_ member: Member, adding: Bool) async throws(StorageError) -> MemberChange {
        try await write { database in
            let exists = try Bool.fetchOne(
                database, sql: "SELECT 1 FROM organization WHERE id = ?", arguments: [member.organization])
            guard exists != nil else { return .missing }
            let before = try Self.member(member.user, of: member.organization, in: database)
            guard adding || before != nil else { return .missing }
            if before?.role == .owner, member.role != .owner, try Self.owners(of: member.organization, in: database) < 2
            {
                return .lastOwner
            }
            guard try Self.hasRoom(for: member, in: database) else { return .tooMany }
            try Self.insert(member, in: database)
            return before == nil ? .added : .changed
        }
    }

    public func removeMember(
        _ user: String, of organization: String, at: Int64
    ) async throws(StorageError) -> MemberChange {
        try await write { database in
            guard let member = try Self.member(user, of: organization, in: database) else { return .missing }
            if member.role == .owner, try Self.owners(of: organization, in: database) < 2 { return .lastOwner }
            try Self.noteEnds("organization = ? AND user = ?", organization, user, at: at, in: database)
            try database.execute(
                sql: "DELETE FROM member WHERE organization = ? AND user = ?", arguments: [organization, user])
            try database.execute(
                sql: """
                    UPDATE sip_credential SET revoked_at = ?
                    WHERE organization = ? AND user = ? AND revoked_at IS NULL
                    """, arguments: [at, organization, user])
            try database.execute(
                sql: """
                    UPDATE account_device SET organization = NULL, organization_version = organization_version + 1
                    WHERE organization = ? AND user = ?
                    """, arguments: [organization, user])
            return .removed
        }
    }

    public func unsettledMembershipEnds() async throws(StorageError) -> [MembershipEnd] {
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM membership_end ORDER BY organization, user").map {
                MembershipEnd(organization: $0["organization"], user: $0["user"], at: $0["at"])
            }
        }
    }

    public func settle(_ ends: [MembershipEnd]) async throws(StorageError) {
        try await write { database in
            for end in ends {
                try database.execute(
                    sql: "DELETE FROM membership_end WHERE organization = ? AND user = ? AND at = ?",
                    arguments: [end.organization, end.user, end.at])
            }
        }
    }

    /// Notes memberships before they are deleted, because other parts of the exchange must be told.
    static func noteEnds(
        _ condition: String, _ values: String..., at: Int64, in database: Database
    ) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO membership_end SELECT organization, user, ? FROM member WHERE \(condition)",
            arguments: [at] + StatementArguments(values))
    }

    static func member(_ user: String, of organization: String, in database: Database) throws -> Member? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM member WHERE organization = ? AND user = ?", arguments: [organization, user]
        ).map { AccountRows.member($0) }
    }

    /// Whether the user's caps allow the role in one more organization.
    static func hasRoom(for member: Member, in database: Database) throws -> Bool {
        let others = try String.fetchAll(
            database, sql: "SELECT role FROM member WHERE user = ? AND organization <> ?",
            arguments: [member.user, member.organization])
        let owned = others.count { $0 == MemberRole.owner.rawValue }
        return others.count < AccountLimits.memberships
            && (member.role != .owner || owned < AccountLimits.ownedOrganizations)
    }

    private static func owners(of organization: String, in database: Database) throws -> Int {
        try Int.fetchOne(
            database, sql: "SELECT count(*) FROM member WHERE organization = ? AND role = 'owner'",
            arguments: [organization]) ?? 0
    }

    static func insert(_ member: Member, in database: Database) throws {
        try forgetInvitation(of: member.user, to: member.organization, in: database)
        try database.execute(
            sql: """
                INSERT INTO member VALUES (?, ?, ?, ?)
                ON CONFLICT (organization, user) DO UPDATE SET role = excluded.role
                """, arguments: [member.organization, member.user, member.role.rawValue, member.joinedAt])
    }
}
