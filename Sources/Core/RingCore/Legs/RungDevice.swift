public import CallModel

/// One device a session may ring: what becomes of it is decided once, whatever its legs do.
public struct RungDevice: Hashable, Sendable, Codable {
    /// The device.
    public let device: DeviceID
    /// Whose it is.
    public let user: UserID
    /// How it is reached.
    public let reach: Reach
    /// Whether a push can wake it.
    public let hasPush: Bool
    /// Which group of devices it rings with; 0 rings at once.
    public let stage: UInt8
    /// Whether it has a connection to us: news reach it there, and no push is needed for them.
    public internal(set) var hasChannel: Bool
    /// Whether its group has begun to ring.
    public internal(set) var isBegun = false
    /// Whether it was told of the call by push.
    var isPushed = false
    /// Whether it sleeps, and may still say that it is ready.
    var isAwaited = false
    /// How many legs it has had.
    var legs: UInt8 = 0
    /// What the call came to for this device; given once.
    public internal(set) var reason: DeviceReason?
}
