/// Why the server closes a socket.
public enum VertoServerClosing: String, Hashable, Sendable, CaseIterable {
    case loginTimeout
    case loginFailures
    case unauthenticatedRequests
    case frameTooLarge
    case malformedFrames
    case flood
    case unresponsive
    case punted
    /// The token the client logged in with is over; it may log in again with a newer one.
    case expired
}
