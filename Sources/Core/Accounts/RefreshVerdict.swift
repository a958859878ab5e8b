/// What a refresh token was worth.
public enum RefreshVerdict: Hashable, Sendable {
    /// The session goes on with the new pair.
    case rotated
    case expired
    case ended
    /// It was spent before; the session is over from now on.
    case reused
    /// The session has had as many pairs as one may have; it is over from now on.
    case exhausted

    /// Why the device is revoked; nil: it is not.
    public var revocation: SessionEnd? {
        switch self {
        case .rotated, .expired, .ended: nil
        case .reused: .tokenReused
        case .exhausted: .refreshedTooOften
        }
    }
}
