/// Who opens the DTLS association, as `a=setup` puts it (RFC 4145 §4, RFC 8842 §5).
public enum SetupRole: String, Hashable, Sendable, CaseIterable {
    /// Opens it: DTLS client.
    case active
    /// Waits for it: DTLS server.
    case passive
    /// Either; only in offers.
    case actpass
    /// Neither for now. No WebRTC peer uses it.
    case holdconn

    static func isWord(_ bytes: SDPBytes) -> Bool {
        bytes.equals("active") || bytes.equals("passive") || bytes.equals("actpass") || bytes.equals("holdconn")
    }
}
