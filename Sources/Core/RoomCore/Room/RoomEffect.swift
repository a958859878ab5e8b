/// What a room wants done. All of one event go into one transaction, with the room itself.
public enum RoomEffect: Hashable, Sendable, Codable {
    /// The answer to what a device asked for.
    case reply(RoomReply, RoomDevice)
    /// The room is not what it was: for everybody who may know, and for their ``ActiveCallList``. Versions grow by one.
    case changed(RoomStatus)
    /// It is over, which is told once: the provider's room is to be closed, and history to be written.
    case ended(RoomEnding, [RoomStay])
    /// Send ``RoomEvent/due`` then; nil: not at all. Replaces what was asked before.
    case wake(at: Duration?)
}
