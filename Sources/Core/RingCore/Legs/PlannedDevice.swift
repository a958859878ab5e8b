public import CallModel

/// A device that may be rung, as the plan of a call names it.
public struct PlannedDevice: Hashable, Sendable, Codable {
    /// The device.
    public var device: DeviceID
    /// Whose it is.
    public var user: UserID
    /// How it is reached.
    public var reach: Reach
    /// Whether a push can wake it.
    public var hasPush: Bool
    /// Whether it has a connection to us now.
    public var hasChannel: Bool
    /// Which group of devices it rings with; 0 rings at once.
    public var stage: UInt8
    /// Whether its user is in another call.
    public var isBusy: Bool

    /// Names a device that may be rung.
    public init(
        _ device: DeviceID, of user: UserID, reach: Reach = .dial, hasPush: Bool = true, hasChannel: Bool = true,
        stage: UInt8 = 0, isBusy: Bool = false
    ) {
        self.device = device
        self.user = user
        self.reach = reach
        self.hasPush = hasPush
        self.hasChannel = hasChannel
        self.stage = stage
        self.isBusy = isBusy
    }
}
