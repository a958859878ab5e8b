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
}
