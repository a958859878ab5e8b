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
