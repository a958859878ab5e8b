/// Names the one deadline of the session.
public enum SessionTimer: Hashable, Sendable {
    /// It is time to renew the session. Harmless when late or once too often.
    case renewal
}
