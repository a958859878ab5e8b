public import CallModel

/// Whom a call may ring.
public enum DialTarget: Hashable, Sendable {
    /// A user of this exchange.
    case user(UserID)
    /// A number whose calls are decided outside.
    case number
}
