/// The answer to what a device asked for. The same question again has the same answer.
public enum RoomReply: Hashable, Sendable, Codable {
    /// It is in the room, and has to be heard of before then.
    case present(until: Duration)
    /// It is not in the room. The call is over, or was with its leaving.
    case absent(isOver: Bool)
    /// The call is over: there is nothing to come to (410).
    case over(RoomEnding)
    /// Its lease was over: it has to join again.
    case lapsed
    /// Its user is no member (403).
    case notInvited
    /// The room takes no more devices.
    case full
}
