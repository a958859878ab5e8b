/// How a client stands with its exchange.
public enum ClientState: Hashable, Sendable {
    /// Not connected, and nothing is tried. `error` says why, unless it was asked for.
    case disconnected(error: ClientError?)
    /// The first way to the exchange: socket, login, registration.
    case connecting
    /// Registered: calls can be made and come in.
    case ready
    /// The connection was lost and is being made again; calls are kept. `attempt` counts the failed ones: it
    /// is 0 when the gateway was lost or the network changed.
    case reconnecting(attempt: Int)
}
