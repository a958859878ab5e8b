public import Accounts

/// Stores organizations and their members.
public protocol OrganizationStore: Sendable {
    /// Stores an organization with its first member and the answer to the request.
    func create(
        _ organization: Organization, owner: Member?, receipt: RequestReceipt?
    ) async throws(StorageError) -> OrganizationCreation
    /// The organization with that id; nil: there is none.
    func organization(_ id: String) async throws(StorageError) -> Organization?
    /// Organizations in the order of their ids, beginning after `after`. With `of`, only those to which the user
    /// belongs.
    func organizations(of user: String?, after: String?, atMost: Int) async throws(StorageError) -> [Organization]
    /// Renames an organization and returns its new state; nil if there is none.
    func rename(_ id: String, to name: String) async throws(StorageError) -> Organization?
    /// Deletes an organization with its members and credentials. Returns false if there is none.
    func deleteOrganization(_ id: String, at: Int64) async throws(StorageError) -> Bool
    /// Members of an organization in the order of user names, beginning after `after`.
    func members(of organization: String, after: String?, atMost: Int) async throws(StorageError) -> [Member]
    /// The membership of a user; nil: the user is no member.
    func member(_ user: String, of organization: String) async throws(StorageError) -> Member?
    /// The memberships of a user, in the order of the organizations' ids.
    func memberships(of user: String, atMost: Int) async throws(StorageError) -> [Member]
    /// Those of the given users who share an organization with the user.
    func colleagues(of user: String, among others: [String]) async throws(StorageError) -> [String]
    /// Changes a member's role.
    ///
    /// - Parameter adding: whether a user who is no member becomes one; otherwise the result is `missing`.
    func save(_ member: Member, adding: Bool) async throws(StorageError) -> MemberChange
    /// Removes a member, and revokes the member's credentials for that organization.
    func removeMember(_ user: String, of organization: String, at: Int64) async throws(StorageError) -> MemberChange
    /// Ended memberships that other parts of the exchange may not know yet, by organization and user.
    func unsettledMembershipEnds() async throws(StorageError) -> [MembershipEnd]
    /// Notes that all other parts of the exchange were told of these ends.
    func settle(_ ends: [MembershipEnd]) async throws(StorageError)
}

extension OrganizationStore {
    /// Adds a member or changes the role.
    public func save(_ member: Member) async throws(StorageError) -> MemberChange {
        try await save(member, adding: true)
    }
}

/// An organization, which has called numbers, and for which devices have credentials of their own.
public struct Organization: Hashable, Sendable {
    /// The id, which requests and channel names contain.
    public var id: String
    /// The name that people see.
    public var name: String
    /// Microseconds since 1970.
    public var createdAt: Int64
    /// Grows with every change.
    public var version: Int64

    public init(id: String, name: String, createdAt: Int64, version: Int64 = 1) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.version = version
    }
}

/// The result of creating an organization.
public enum OrganizationCreation: Hashable, Sendable {
    case created
    case idTaken
    /// Its owner already owns or belongs to the most organizations allowed: ``AccountLimits``.
    case tooMany
}

/// The membership of a user in an organization.
public struct Member: Hashable, Sendable {
    /// The id of the organization.
    public var organization: String
    /// The name of the member.
    public var user: String
    /// What the member may do in the organization.
    public var role: MemberRole
    /// Microseconds since 1970.
    public var joinedAt: Int64

    public init(organization: String, user: String, role: MemberRole, joinedAt: Int64) {
        self.organization = organization
        self.user = user
        self.role = role
        self.joinedAt = joinedAt
    }
}

/// The result of a change of members.
public enum MemberChange: Hashable, Sendable {
    case added
    case changed
    case removed
    /// There is no such organization or member.
    case missing
    /// The change would leave the organization without an owner.
    case lastOwner
    /// The user already owns or belongs to the most organizations allowed: ``AccountLimits``.
    case tooMany
}
