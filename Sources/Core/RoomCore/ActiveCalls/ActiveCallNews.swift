public import CallModel

/// What somebody who listens for active calls is told, at once or after a while.
public struct ActiveCallNews: Hashable, Sendable, Codable {
    /// One call, as it is now for that user.
    public enum Change: Hashable, Sendable, Codable {
        /// It goes on, and the user may be in it.
        case active(RoomStatus)
        /// It is over for the user.
        case over(CallSessionID)
    }

    /// The position these changes follow; nil: these are all calls there are, and whatever is not here is over.
    public var after: UInt64?
    /// Calls that changed, each once, as they are now.
    public var changes: [Change]
    /// The position to listen from next.
    public var position: UInt64

    /// Describes news.
    public init(after: UInt64?, changes: [Change], position: UInt64) {
        self.after = after
        self.changes = changes
        self.position = position
    }
}
