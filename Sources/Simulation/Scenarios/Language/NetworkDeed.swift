/// What the network does.
public enum NetworkDeed: Hashable, Sendable {
    /// The exchange is gone, though the phone sees its network: what was connected breaks, and what connects is refused.
    case connectionLost
    /// Nothing arrives any more and nothing is refused: neither side is told.
    case connectionSilent
    /// The exchange can be reached again.
    case connectionBack
    /// What was connected is not any more, as when the exchange restarts; it can be connected again at once.
    case connectionBreaks
    /// The phone's way into the network is another.
    case path(NetworkWay)
}
