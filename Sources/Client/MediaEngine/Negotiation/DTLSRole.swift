/// Which side of the DTLS handshake we are (RFC 5763 §5).
public enum DTLSRole: String, Hashable, Sendable {
    /// Opens the handshake: `a=setup:active`.
    case client
    /// Waits for it: `a=setup:passive`.
    case server
}
