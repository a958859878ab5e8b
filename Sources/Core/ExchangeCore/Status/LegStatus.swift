public import CallModel

/// One leg of a call, for whoever asks.
public struct LegStatus: Hashable, Sendable {
    /// The leg.
    public let id: LegID
    /// Whose device.
    public let user: UserID
    /// Which device.
    public let device: DeviceID
    /// How far it has come.
    public let stage: LegStage
    /// Whether the device has a connection now.
    public let isConnected: Bool
    /// Whether the device holds the call.
    public let isHeld: Bool
    /// How it ended for the device, once it has.
    public let ending: Ending?
}
