/// What one message of the transport held.
public enum VertoInbound: Hashable, Sendable {
    case frame(VertoFrame)
    /// Several in one array; each is good or bad by itself. Never empty.
    case batch([Element])

    public enum Element: Hashable, Sendable {
        case frame(VertoFrame)
        case malformed(VertoError)
    }
}
