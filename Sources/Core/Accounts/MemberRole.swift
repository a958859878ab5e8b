/// What a member may do in an organisation.
public enum MemberRole: String, Hashable, Sendable, CaseIterable {
    /// Everything, and the organisation may not lose its last one.
    case owner
    /// Members and settings.
    case admin
    case member

    /// Whether it may add, change and remove members of a role.
    public func mayManage(_ other: MemberRole) -> Bool {
        switch self {
        case .owner: true
        case .admin: other != .owner
        case .member: false
        }
    }
}
