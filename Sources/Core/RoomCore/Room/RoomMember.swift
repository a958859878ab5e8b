public import CallModel

/// Somebody who may be in a room.
public struct RoomMember: Hashable, Sendable, Codable {
    /// Who.
    public let user: UserID
    /// What they said instead of coming; nil: nothing.
    public internal(set) var refusal: Refusal?

    /// Why a member does not come.
    public enum Refusal: UInt8, Hashable, Sendable, Codable {
        /// They declined.
        case declined
        /// They did not answer in time.
        case missed
    }
}
