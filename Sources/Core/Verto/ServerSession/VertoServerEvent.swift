public import Redaction
public import WireJSON

/// What happens to one socket's server side.
public enum VertoServerEvent: Hashable, Sendable {
    // From the socket.
    case opened
    case received(VertoInbound)
    case unreadable(VertoError)
    case closed

    // From the clock.
    case timerFired(VertoServerTimer)

    // From the exchange.
    /// The login asked about is good. `reattachedCallIDs` are the user's calls that go on; their `attach` requests
    /// are to be sent right after this event. `lasts`: how long the proof of who logged in is worth something; nil: for ever.
    /// `iceServers`: for a client that asked for them.
    case authenticated(
        user: Redacted<String>, reattachedCallIDs: [String], lasts: Duration? = nil, iceServers: VertoIceServers? = nil)
    case authenticationRefused(VertoLoginRefusal)
    /// The result of a request. `sessid` is added; for `answer` and `attach` nothing else is sent.
    case reply(VertoRequestToken, JSONObject)
    case refuse(VertoRequestToken, VertoFailure)
    /// A message to the client. What its dialect does not have is left out.
    case send(VertoServerRequest)
    /// Another socket took the session over.
    case punt
}
