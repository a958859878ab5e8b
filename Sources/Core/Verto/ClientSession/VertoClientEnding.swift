/// Why a client's session is over.
public enum VertoClientEnding: Hashable, Sendable {
    /// The app asked for it.
    case disconnected
    /// Wrong credentials, or a session that belongs to someone else.
    case loginRefused(VertoFailure)
    /// The gateway said that it cannot register.
    case gatewayFailed(VertoGatewayState)
    /// The gateway did not register in time.
    case gatewayTimedOut
    /// Another socket took the session over: its calls go on there, so no `bye` is to be sent.
    case punted
    /// As many reconnections failed as are tried; or none is tried.
    case connectionLost
}
