/// What a connection reports.
public enum SignalingEvent: Hashable, Sendable {
    /// The WebSocket is up.
    case opened
    /// One text message, UTF-8, its fragments joined.
    case text([UInt8])
    /// Last event. Also the first, when connecting failed.
    case closed(SignalingClosure)
}
