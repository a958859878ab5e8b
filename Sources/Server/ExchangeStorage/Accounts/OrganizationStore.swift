public import Accounts

/// Organisations and their members.
public protocol OrganizationStore: Sendable {
    /// Stores one, with its first member and the answer to who asked.
    func create(
        _ organization: Organization, owner: Member?, receipt: RequestReceipt?
    ) async throws(StorageError) -> OrganizationCreation
    func organization(_ id: String) async throws(StorageError) -> Organization?
    /// In the order of their ids, those after one; `of`: only those the user is a member of.
    func organizations(of user: String?, after: String?, atMost: Int) async throws(StorageError) -> [Organization]
    /// Returns it as it is then; nil when there is none.
    func rename(_ id: String, to name: String) async throws(StorageError) -> Organization?
    /// Removes it with its members and credentials; false when there is none.
    func deleteOrganization(_ id: String, at: Int64) async throws(StorageError) -> Bool
    /// In the order of the users' names.
    func members(of organization: String, after: String?, atMost: Int) async throws(StorageError) -> [Member]
    func member(_ user: String, of organization: String) async throws(StorageError) -> Member?
    /// What a user is, by the organisations' ids.
    func memberships(of user: String, atMost: Int) async throws(StorageError) -> [Member]
    /// Those of some users who are in an organisation the user is in.
    func colleagues(of user: String, among others: [String]) async throws(StorageError) -> [String]
    /// Changes a member's role.
    ///
    /// - Parameter adding: whether somebody who is no member becomes one; else there is none.
    func save(_ member: Member, adding: Bool) async throws(StorageError) -> MemberChange
    /// Removes a member, and revokes the member's credentials for that organisation.
    func removeMember(_ user: String, of organization: String, at: Int64) async throws(StorageError) -> MemberChange
    /// Memberships that ended, of which others than the database may not know yet, by organisation and user.
    func unsettledMembershipEnds() async throws(StorageError) -> [MembershipEnd]
    /// All who have to know of them were told.
    func settle(_ ends: [MembershipEnd]) async throws(StorageError)
}

extension OrganizationStore {
    /// Adds a member or changes the role.
    public func save(_ member: Member) async throws(StorageError) -> MemberChange {
        try await save(member, adding: true)
    }
}

/// An organisation: whose numbers are called, and for which devices have credentials of their own.
public struct Organization: Hashable, Sendable {
    public var id: String
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

/// What became of an organisation that was to be made.
public enum OrganizationCreation: Hashable, Sendable {
    case created
    case idTaken
    /// Its owner has as many as a user may own or belong to: ``AccountCaps``.
    case tooMany
}

/// A user's place in an organisation.
public struct Member: Hashable, Sendable {
    public var organization: String
    public var user: String
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

/// What became of a change of members.
public enum MemberChange: Hashable, Sendable {
    case added
    case changed
    case removed
    /// There is no such organisation or member.
    case missing
    /// An organisation keeps at least one owner.
    case lastOwner
    /// The user owns or belongs to as many as a user may: ``AccountCaps``.
    case tooMany
}
