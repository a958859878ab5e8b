/// Whether the peer has put this side on hold.
public enum RemoteHold: String, CaseIterable, Hashable, Sendable, Codable {
    /// The peer listens. Leaves to: `.on` (the peer says so).
    case off
    /// The peer has put us on hold. Leaves to: `.off` (the peer resumed).
    case on
}
