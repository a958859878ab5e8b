/// A kind of way into the network.
public enum NetworkInterface: String, Hashable, Sendable, CaseIterable {
    case wifi, cellular, wiredEthernet
    /// A VPN's tunnel, and whatever else there is.
    case other
}
