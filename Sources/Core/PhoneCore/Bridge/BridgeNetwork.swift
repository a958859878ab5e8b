/// The network as the page sees it.
public struct BridgeNetwork: Hashable, Sendable {
    /// How it stands, in Z360's words.
    public enum Status: String, CaseIterable, Hashable, Sendable {
        case connected
        case disconnected
        /// There is a network, and the way to the exchange is being made again.
        case reconnecting
    }

    public var status: Status
    /// `nil` when there is none.
    public var interface: NetworkPath.Interface?

    public init(_ status: Status, _ interface: NetworkPath.Interface?) {
        self.status = status
        self.interface = interface
    }
}
