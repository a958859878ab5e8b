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
    /// The peer closed its end (DTLS close_notify). A new description of another end brings the way back; without one it
    /// stays so until we close.
    case peerClosed
    /// Closed by us. Final.
    case closed
}
