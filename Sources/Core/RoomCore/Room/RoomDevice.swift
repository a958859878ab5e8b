public import CallModel

/// One device of a member: what takes part in a room. Two devices of one person are two.
public struct RoomDevice: Hashable, Sendable, Codable {
    /// Whose it is.
    public var user: UserID
    /// The device.
    public var device: DeviceID

    /// Names a device of a member.
    public init(_ device: DeviceID, of user: UserID) {
        self.user = user
        self.device = device
    }
}
