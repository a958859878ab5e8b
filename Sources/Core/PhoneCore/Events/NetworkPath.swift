/// The way to the network, as the path monitor describes it.
public struct NetworkPath: Hashable, Sendable {
    /// What kind of interface is used.
    public enum Interface: String, CaseIterable, Hashable, Sendable, Codable {
        case wifi
        case cellular
        case wired
        case other
    }

    /// What is used; `nil` if there is no way.
    public var interface: Interface?
    /// Stands for the interface's name, addresses and gateways: another number is another network of the same kind.
    /// Source: C93 (observed).
    public var fingerprint: UInt32

    /// A path.
    public init(_ interface: Interface?, fingerprint: UInt32 = 0) {
        self.interface = interface
        self.fingerprint = fingerprint
    }

    /// Whether there is a way at all.
    public var isSatisfied: Bool { interface != nil }
}
