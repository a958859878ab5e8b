public import CallModel

/// How a room came to its end. One for each room, and it stays.
public struct RoomEnding: Hashable, Sendable, Codable {
    /// Why a room ends.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The last one left.
        case everybodyLeft
        /// The last one was not heard of any more.
        case lastOneLost
        /// It was open for as long as a room may be.
        case timeLimit
    }

    /// Why.
    public let reason: Reason
    /// Who was the last; nil where time was up.
    public let by: UserID?
    /// When, since the origin of the store's clock.
    public let at: Duration
}
