/// The way to the peer: signalling and media taken together.
public enum CallLink: String, CaseIterable, Hashable, Sendable, Codable {
    /// It works. Leaves to: `.renegotiating`, `.reconnecting`, `.lost`.
    case up
    /// It works while media is negotiated anew. Only while active.
    /// Leaves to: `.up` (finished), `.reconnecting` (failed, or the link broke), `.lost`.
    case renegotiating
    /// It broke and is being repaired. At most ``CallTimer/recovery``, together with `.lost`.
    /// Leaves to: `.up` (restored), `.lost` (no network at all).
    case reconnecting
    /// There is no network to repair it over. Leaves to: `.reconnecting` (a network came), `.up`.
    case lost

    /// Whether nothing can be expected to reach the peer.
    public var isDown: Bool { self == .reconnecting || self == .lost }
}
