internal import DeviceModel

/// A network path, as the system describes it.
///
/// Source: developer.apple.com/documentation/network/nwpath. Equal paths use the same network: another Wi-Fi is another
/// path although its type is the same (C93).
public struct NWPath: Sendable, Equatable, CustomDebugStringConvertible {
    /// Whether the path can carry traffic. "Satisfied" does not mean that a server is reachable (C94).
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        /// A connection attempt would establish the path.
        case requiresConnection
    }

    /// The reason why a path is not satisfied.
    public enum UnsatisfiedReason: Sendable {
        case notAvailable
        case cellularDenied
        case wifiDenied
        case localNetworkDenied
        case vpnInactive
    }

    let path: DevicePath
    /// Whether the monitor's interface types exclude this path.
    let isRuledOut: Bool

    /// Whether the path can carry traffic.
    public var status: Status {
        guard !isRuledOut else { return .unsatisfied }
        return switch path.status {
        case .satisfied: .satisfied
        case .unsatisfied: .unsatisfied
        case .requiresConnection: .requiresConnection
        }
    }

    /// The reason why a path is not satisfied.
    public var unsatisfiedReason: UnsatisfiedReason { .notAvailable }

    /// The interfaces that exist, the preferred one first. The path may not use all of them (C92).
    public var availableInterfaces: [NWInterface] {
        path.available.enumerated().map { NWInterface(type: .init($1), name: $1.systemName, index: $0 + 1) }
    }

    /// Whether the path uses this interface type.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        !isRuledOut && path.used.contains { NWInterface.InterfaceType($0) == type }
    }

    /// The gateways of the path. Another network has another gateway (C93).
    public var gateways: [NWEndpoint] {
        guard path.status == .satisfied, !isRuledOut else { return [] }
        return [.hostPort(host: NWEndpoint.Host("192.168.\(path.network).1"), port: 0)]
    }

    /// Whether the path costs money.
    public var isExpensive: Bool { path.isExpensive }
    /// Whether the person wants to save data on this path.
    public var isConstrained: Bool { path.isConstrained }
    /// Whether host names can be resolved.
    public var supportsDNS: Bool { path.supportsDNS }
    /// Whether the path carries IPv4.
    public var supportsIPv4: Bool { path.status == .satisfied }
    /// Whether the path carries IPv6.
    public var supportsIPv6: Bool { path.supportsIPv6 }

    /// The status and the interfaces.
    public var debugDescription: String { "\(status), \(path.used.map(\.systemName).joined(separator: ", "))" }
}

extension NWInterface.InterfaceType {
    init(_ interface: NetworkInterface) {
        self =
            switch interface {
            case .wifi: .wifi
            case .cellular: .cellular
            case .wiredEthernet: .wiredEthernet
            case .other: .other
            }
    }
}

extension NetworkInterface {
    fileprivate var systemName: String {
        switch self {
        case .wifi: "en0"
        case .cellular: "pdp_ip0"
        case .wiredEthernet: "en5"
        case .other: "utun3"
        }
    }
}

/// A network interface.
///
/// Source: developer.apple.com/documentation/network/nwinterface.
public struct NWInterface: Hashable, Sendable, CustomDebugStringConvertible {
    /// A type of interface.
    public enum InterfaceType: Hashable, Sendable {
        /// A tunnel, or any other type.
        case other
        case wifi
        case cellular
        case wiredEthernet
        case loopback
    }

    /// The type.
    public let type: InterfaceType
    /// The system's name.
    public let name: String
    /// The system's number.
    public let index: Int

    /// The name.
    public var debugDescription: String { name }
}

/// A network endpoint.
///
/// Source: developer.apple.com/documentation/network/nwendpoint.
public enum NWEndpoint: Hashable, Sendable, CustomDebugStringConvertible {
    /// A host, by name or address, and a port.
    case hostPort(host: Host, port: Port)

    /// A name or an address.
    public struct Host: Hashable, Sendable, ExpressibleByStringLiteral, CustomDebugStringConvertible {
        /// The host as text.
        public let debugDescription: String
        /// Makes a host from its text.
        public init(_ text: String) { debugDescription = text }
        /// Makes a host from its text.
        public init(stringLiteral text: String) { debugDescription = text }
    }

    /// A port.
    public struct Port: Hashable, Sendable, ExpressibleByIntegerLiteral, RawRepresentable {
        /// The number.
        public let rawValue: UInt16
        /// Makes a port from its number.
        public init?(rawValue: UInt16) { self.rawValue = rawValue }
        /// Makes a port from its number.
        public init(integerLiteral number: UInt16) { rawValue = number }
    }

    /// Host and port.
    public var debugDescription: String {
        switch self {
        case .hostPort(let host, let port): "\(host.debugDescription):\(port.rawValue)"
        }
    }
}
