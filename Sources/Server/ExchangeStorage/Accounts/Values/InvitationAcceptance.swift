/// What became of an invitation that its user accepts.
public enum InvitationAcceptance: Hashable, Sendable {
    case accepted(Member)
    /// There is no such invitation.
    case missing
    /// The user owns or belongs to as many as a user may: ``AccountCaps``.
    case tooMany
}
