/// What the network does.
public enum NetworkDeed: Hashable, Sendable {
    /// Nothing reaches the exchange any more, though the phone sees its network.
    case connectionLost
    /// The exchange can be reached again.
    case connectionBack
    /// The phone's way into the network is another.
    case path(NetworkWay)
}
