/// Names a deadline of one connection.
public enum ConnectionTimer: Hashable, Sendable {
    /// The next attempt is due, after a wait or a rest. Harmless when late: by then the connection stands or is being
    /// made.
    case retry
    /// A live call has been without connection for as long as it may. The number tells one loss from the next, since
    /// a timer that is out of date must not end a call; it goes round after ``episodeCount``.
    case limit(UInt8)

    /// How many losses are told apart: a stopped timer is at most one loss behind, so two would do.
    static let episodeCount: UInt8 = 4
}
