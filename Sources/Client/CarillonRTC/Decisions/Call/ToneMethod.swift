/// How digits travel.
public enum ToneMethod: String, Hashable, Sendable, CaseIterable {
    /// As RTP events where the peer takes them (RFC 4733), else in a message to the exchange.
    case automatic
    /// As RTP events; refused where the peer does not take them.
    case media
    /// In a Verto `info` message.
    case signaling
}
