/// What a client's session tells the app.
public enum VertoClientNotice: Hashable, Sendable {
    /// The login was accepted under this session; `attach` may follow before `ready` does.
    case loggedIn(sessionID: String)
    /// STUN and TURN servers to use from now on, in place of those before: at login, and again before they end.
    case iceServers(VertoIceServers)
    /// Calls can be made. A call of the app that is not among the reattached ones is over; nil when the server does
    /// not say.
    case ready(reattachedCallIDs: [String]?)
    /// The server tells something about a call, or something this session does not handle itself.
    case request(VertoServerRequest)
    case outcome(VertoRequestToken, VertoOutcome)
    /// The gateway lost the registration after `ready`; `ready` follows when it is back.
    case gatewayLost(VertoGatewayState)
    /// The socket is lost; another is opened after the delay.
    case reconnecting(attempt: Int, after: Duration)
    /// The session is over until `connect`.
    case ended(VertoClientEnding)
    /// Something came that cannot be read; it changed nothing.
    case unreadable(VertoError)
}
