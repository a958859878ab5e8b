public import Accounts

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
