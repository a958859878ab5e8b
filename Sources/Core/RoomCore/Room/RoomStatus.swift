public import CallModel

/// A room as others see it.
public struct RoomStatus: Hashable, Sendable, Codable {
    /// A member, and where they stand.
    public struct Seat: Hashable, Sendable, Codable {
        /// Who.
        public var user: UserID
        /// Where they stand.
        public var standing: RoomStanding
    }

    /// Which call.
    public var call: CallSessionID
    /// Grows by one with each change.
    public var version: UInt64
    /// Who began it.
    public var caller: UserID
    /// Every member, the caller first, in the order they were invited.
    public var seats: [Seat]
    /// How it ended; nil while somebody is in it.
    public var ending: RoomEnding?

    /// Where a user stands; nil for somebody who is no member.
    public func standing(of user: UserID) -> RoomStanding? {
        seats.first { $0.user == user }?.standing
    }
}
