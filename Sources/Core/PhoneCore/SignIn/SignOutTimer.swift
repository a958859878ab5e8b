/// Names the one deadline of a sign-out.
public enum SignOutTimer: Hashable, Sendable {
    /// The exchange has had its time for this step.
    case exchange(SignOutStep)
}
