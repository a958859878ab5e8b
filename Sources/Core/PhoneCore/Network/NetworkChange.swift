/// What became of the way to the network, once it has stayed so for a moment.
public enum NetworkChange: Hashable, Sendable {
    /// The first that is known of the way: what was connected until now went over it. It is no change, so that nothing
    /// is made again for it. Source: apple-contract C94.
    case seen(NetworkPath)
    /// There is a way, where there was none.
    case found(NetworkPath)
    /// There is no way any more.
    case lost
    /// Another kind of interface is used, as between Wi-Fi and cellular.
    case moved(from: NetworkPath.Interface, to: NetworkPath)
    /// Another network of the same kind: sockets made over the old one are dead. Source: C93 (observed).
    case renewed(NetworkPath)

    /// Whether there is a way now.
    public var isReachable: Bool { self != .lost }
}
