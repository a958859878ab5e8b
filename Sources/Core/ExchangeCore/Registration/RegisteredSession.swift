internal import CallModel

/// A signalling session the exchange knows, with the calls its device is in.
struct RegisteredSession: Hashable, Sendable {
    let id: SignallingSessionID
    let user: UserID
    var device: DeviceID
    var capabilities: DeviceCapabilities
    /// `nil` while the device is gone.
    var connection: ConnectionID?
    /// When it is forgotten, while the device is gone.
    var resumeDeadline: Duration?
    /// Whether its device was revoked: no call rings it any more, and it is forgotten with the last it is in.
    var isRevoked = false
    /// The calls it is taken back into, until all that can be offered to it are: only then is it ready.
    var returning: [LegAddress]?
    /// The calls of the device by its own names for them, those that ended of late included.
    var legs: [CallID: LegAddress] = [:]
    /// How many of them are live.
    var liveLegs = 0

    init(_ session: DeviceSession, connection: ConnectionID?) {
        id = session.id
        user = session.user
        device = session.device
        capabilities = session.capabilities
        self.connection = connection
    }

    /// The calls in an order that does not depend on hashing.
    var sortedLegs: [LegAddress] { legs.values.sorted() }
}
