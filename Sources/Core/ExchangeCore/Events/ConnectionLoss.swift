/// How a connection came to its end.
public enum ConnectionLoss: Hashable, Sendable {
    /// The device closed it in order. Without a live call its session ends at once.
    case closed
    /// It broke, timed out or was cut off. Its session is kept for a while.
    case broken
}
