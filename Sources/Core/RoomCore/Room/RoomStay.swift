/// A device's part in a room. A device that comes back has a new one, and only the last is remembered.
public struct RoomStay: Hashable, Sendable, Codable {
    /// How it ended.
    public struct End: Hashable, Sendable, Codable {
        /// When, since the origin of the store's clock.
        public let at: Duration
        /// Why.
        public let reason: RoomLeaving
        /// Whether it was the last one, so that the room ended with it.
        public internal(set) var hasEndedRoom: Bool
    }

    /// Whose.
    public let device: RoomDevice
    /// Since when.
    public internal(set) var since: Duration
    /// Until when the device counts as present, unless it is heard of before.
    public internal(set) var until: Duration
    /// How it ended; nil while the device is present.
    public internal(set) var end: End?

    /// Whether the device is in the room.
    public var isPresent: Bool { end == nil }
}
