/// What a room is told.
public enum RoomEvent: Hashable, Sendable, Codable {
    /// A device wants to be in the room.
    case join(RoomDevice)
    /// A device leaves; or, where it is not in the room, its person does not come.
    case leave(RoomDevice, RoomLeaving)
    /// A device is still there.
    case renew(RoomDevice)
    /// The time asked for by ``RoomEffect/wake(at:)`` has come. Harmless at any other time.
    case due
}
