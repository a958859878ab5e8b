/// Where a member stands in a room.
public enum RoomStanding: Hashable, Sendable, Codable {
    /// Asked, and has said nothing yet.
    case invited
    /// In the room, with so many devices.
    case present(devices: Int)
    /// Was in the room. May come back.
    case left
    /// Declined. May come all the same.
    case declined
    /// Did not answer in time. May come all the same.
    case missed
}
