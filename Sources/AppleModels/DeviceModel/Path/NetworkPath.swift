/// What the system knows of the way out: `NWPath`.
public struct NetworkPath: Hashable, Sendable {
    /// Whether there is one.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case satisfied, unsatisfied
        /// There would be one if somebody connected.
        case requiresConnection
    }

    public var status: Status
    /// What exists, the preferred first. More than what is used (C92).
    public var available: [NetworkInterface]
    /// What the path takes.
    public var used: [NetworkInterface]
    /// Which network it is: another Wi-Fi, another address or a VPN is another number although its type is the same.
    public var network: UInt8
    public var supportsDNS: Bool
    public var supportsIPv6: Bool
    public var isExpensive: Bool
    public var isConstrained: Bool

    public init(
        status: Status, available: [NetworkInterface], used: [NetworkInterface], network: UInt8,
        supportsDNS: Bool = true, supportsIPv6: Bool = true, isExpensive: Bool = false, isConstrained: Bool = false
    ) {
        self.status = status
        self.available = available
        self.used = used
        self.network = network
        self.supportsDNS = supportsDNS
        self.supportsIPv6 = supportsIPv6
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// `usesInterfaceType(_:)`.
    public func uses(_ interface: NetworkInterface) -> Bool { used.contains(interface) }
}

extension NetworkPath {
    /// No way out.
    public static let none = NetworkPath(
        status: .unsatisfied, available: [], used: [], network: 0, supportsDNS: false, supportsIPv6: false)

    /// Over Wi-Fi, with cellular as the second choice.
    public static func wifi(network: UInt8 = 1) -> NetworkPath {
        NetworkPath(status: .satisfied, available: [.wifi, .cellular], used: [.wifi], network: network)
    }

    /// Over cellular alone.
    public static func cellular(network: UInt8 = 100) -> NetworkPath {
        NetworkPath(
            status: .satisfied, available: [.cellular], used: [.cellular], network: network, isExpensive: true)
    }

    /// This path while it is being set up, the earliest first: without names and IPv6, then without IPv6.
    var beginnings: [NetworkPath] {
        var addressed = self
        addressed.supportsIPv6 = false
        var bare = addressed
        bare.supportsDNS = false
        return [bare, addressed]
    }
}
