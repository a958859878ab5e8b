/// The clocks of a client's session. Each runs at most once at a time; starting it again replaces it.
public enum VertoClientTimer: Hashable, Sendable {
    /// Until the socket must be open.
    case connect
    /// Until `clientReady` must have come.
    case ready
    /// Until the gateway is asked again.
    case gateway
    /// Until it is looked at whether anything came.
    case keepAlive
    /// Until the socket is opened again.
    case reconnect
    /// Until STUN and TURN servers are asked for anew. It outlasts a socket: the next login starts it again.
    case iceServers
    /// Until the request with this number must be answered.
    case request(UInt64)
}
