/// A push to a device. It names the session; a device that hears twice of one call shows one.
public enum RingPush: Hashable, Sendable, Codable {
    /// A call rings until `deadline`, since the origin of the store's clock. Not sent later.
    case ring(deadline: Duration)
    /// The call is over, for a device that has no connection to hear it on. Under the name of the ring.
    case cancel(DeviceReason)
}
