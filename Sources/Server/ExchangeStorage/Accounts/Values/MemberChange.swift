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
