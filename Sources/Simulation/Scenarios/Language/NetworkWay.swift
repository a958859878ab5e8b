/// The phone's way into the network.
public enum NetworkWay: Hashable, Sendable {
    /// A Wi-Fi; another number is another one.
    case wifi(UInt8)
    case cellular
    case none
}
