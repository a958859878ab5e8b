/// How far the way to the peer is.
public enum MediaConnectionState: String, Hashable, Sendable, Codable {
    /// Nothing negotiated yet.
    case new
    /// ICE or DTLS is under way.
    case connecting
    /// Audio can flow: ICE connected, DTLS done, fingerprint verified.
    case connected
    /// The way was lost; an ICE restart may bring it back.
    case interrupted
    /// Final, except for `.close`: wrong fingerprint, DTLS failure, or an ICE failure nobody restarted in time.
    case failed
    /// Closed by us or by the peer (DTLS close_notify).
    case closed
}
