/// A way into the network that exists.
///
/// Source: developer.apple.com/documentation/network/nwinterface.
public struct NWInterface: Hashable, Sendable, CustomDebugStringConvertible {
    /// Kinds of it.
    public enum InterfaceType: Hashable, Sendable {
        /// A tunnel, and whatever else there is.
        case other
        case wifi
        case cellular
        case wiredEthernet
        case loopback
    }

    /// The kind.
    public let type: InterfaceType
    /// The name in the system.
    public let name: String
    /// The number in the system.
    public let index: Int

    /// The name.
    public var debugDescription: String { name }
}
