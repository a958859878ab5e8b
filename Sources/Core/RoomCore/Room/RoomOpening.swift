public import CallModel

/// A room somebody wants to begin.
public struct RoomOpening: Hashable, Sendable, Codable {
    /// The name the exchange gave it.
    public var call: CallSessionID
    /// The device that begins it, and is in it from then on.
    public var caller: RoomDevice
    /// Who is invited. Whoever is named twice, or is the caller, counts once; more than ``RoomLimits/membersMax``
    /// with the caller are left out.
    public var invited: [UserID]

    /// Describes a room.
    public init(_ call: CallSessionID, by caller: RoomDevice, inviting invited: [UserID]) {
        self.call = call
        self.caller = caller
        self.invited = invited
    }
}
