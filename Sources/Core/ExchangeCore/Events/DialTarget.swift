public import CallModel

/// Whom the dialled text stands for, as the shell found in its directory.
public enum DialTarget: Hashable, Sendable {
    /// A user of this exchange.
    case user(UserID)
    /// A number whose calls are decided outside; a message is for that user.
    case number(mailbox: UserID?)
    /// Nobody the exchange knows.
    case unknown
}
