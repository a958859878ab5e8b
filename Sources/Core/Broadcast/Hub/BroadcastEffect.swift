/// What is to be done, in order.
public enum BroadcastEffect: Hashable, Sendable {
    /// Tell one client.
    case send(BroadcastConnectionID, ServerMessage)
    /// Tell many; the same bytes go to all but one.
    case broadcast(ServerMessage, to: [BroadcastConnectionID], except: BroadcastConnectionID?)
    /// Somebody listens to a device's channel, or nobody any more: whether the device hears what it is told. Of other
    /// channels nobody asks.
    case hears(device: String, Bool)
    /// Close a socket with a code; what was to be sent before it goes out first.
    case close(BroadcastConnectionID, PusherError)
}
