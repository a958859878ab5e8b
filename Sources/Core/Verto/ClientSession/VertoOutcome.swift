public import WireJSON

/// What became of a request.
public enum VertoOutcome: Hashable, Sendable {
    case result(JSONValue)
    case refused(VertoFailure)
    case timedOut
    /// The socket was lost before the reply; the server may or may not have carried it out.
    case connectionLost
    /// Not sent: nobody is logged in.
    case notConnected
    /// Not sent: too many requests wait for a reply.
    case tooManyRequests
}
