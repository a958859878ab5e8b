/// Where a room stands.
public enum RoomPhase: Hashable, Sendable, Codable {
    /// Somebody is in it.
    /// Leaves to: `ended` (the last one gone, time up).
    case open
    /// Over. Nobody comes in again.
    case ended(RoomEnding)
}
