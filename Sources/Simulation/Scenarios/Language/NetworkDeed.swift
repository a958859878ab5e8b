/// What the network does.
public enum NetworkDeed: Hashable, Sendable {
    /// Nothing reaches the exchange any more, though the phone sees its network.
    case connectionLost
    /// The exchange can be reached again.
    case connectionBack
    /// What was connected is not any more, as when the exchange restarts; it can be connected again at once.
    case connectionBreaks
    /// The phone's way into the network is another.
    case path(NetworkWay)
}
