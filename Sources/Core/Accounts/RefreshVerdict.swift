/// What a refresh token was worth.
public enum RefreshVerdict: Hashable, Sendable {
    /// The session goes on with the new pair.
    case rotated
    case expired
    case ended
    /// It was spent before; the session is over from now on.
    case reused
}
