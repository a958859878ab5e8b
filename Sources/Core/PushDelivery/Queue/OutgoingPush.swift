public import PushPayload

/// A push somebody wants delivered.
public struct OutgoingPush: Hashable, Sendable {
    public var id: PushID
    public var token: DeviceToken
    /// What it says: the same value that the app will read.
    public var message: IncomingPush
    /// The moment after which it must not be sent any more, by the exchange's clock: that of the ring.
    public var deadline: WallTime
    /// Whether the device can be told through a socket: then no VoIP push says that a call is over.
    public var hasLiveChannel: Bool

    public init(
        id: PushID, token: DeviceToken, message: IncomingPush, deadline: WallTime, hasLiveChannel: Bool = false
    ) {
        self.id = id
        self.token = token
        self.message = message
        self.deadline = deadline
        self.hasLiveChannel = hasLiveChannel
    }
}
