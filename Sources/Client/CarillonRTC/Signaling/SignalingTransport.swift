/// Opens connections to the exchange. `WebSocketTransport` is the real one.
public protocol SignalingTransport: Sendable {
    /// Starts to connect and returns at once; what becomes of it arrives in the connection's events.
    func open(_ url: SignalingURL) -> any SignalingConnection
}
