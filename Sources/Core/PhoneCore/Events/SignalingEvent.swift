/// How the connection of a registration stands: `ClientState` of CarillonRTC, and what its client threw.
public enum SignalingEvent: Hashable, Sendable {
    /// The first way to the provider.
    case connecting
    /// Registered: calls can be made and come in.
    case ready
    /// The connection was lost and is being made again; its calls are kept.
    case reconnecting
    /// Not connected, and nothing is tried.
    case disconnected(SignalingFailure?)
}
