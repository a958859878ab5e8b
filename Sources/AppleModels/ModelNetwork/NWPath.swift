internal import DeviceModel

/// What the system knows of the way out.
///
/// Source: developer.apple.com/documentation/network/nwpath. Equal paths lead through the same network: another Wi-Fi
/// is another path though its kind is the same (C93).
public struct NWPath: Sendable, Equatable, CustomDebugStringConvertible {
    /// Whether there is a way out. "Satisfied" does not mean that anything answers there (C94).
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        /// There would be one if somebody connected.
        case requiresConnection
    }

    /// Why there is none.
    public enum UnsatisfiedReason: Sendable {
        case notAvailable
        case cellularDenied
        case wifiDenied
        case localNetworkDenied
        case vpnInactive
    }

    let path: NetworkPath
    /// Whether a monitor's own wish rules this way out.
    let isRuledOut: Bool

    /// Whether there is a way out.
    public var status: Status {
        guard !isRuledOut else { return .unsatisfied }
        return switch path.status {
        case .satisfied: .satisfied
        case .unsatisfied: .unsatisfied
        case .requiresConnection: .requiresConnection
        }
    }

    /// Why there is none.
    public var unsatisfiedReason: UnsatisfiedReason { .notAvailable }

    /// What exists, the preferred first: more than what is used (C92).
    public var availableInterfaces: [NWInterface] {
        path.available.enumerated().map { NWInterface(type: .init($1), name: $1.systemName, index: $0 + 1) }
    }

    /// Whether the path takes this kind of way.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        !isRuledOut && path.used.contains { NWInterface.InterfaceType($0) == type }
    }

    /// Where the way out begins: another network has another (C93).
    public var gateways: [NWEndpoint] {
        guard path.status == .satisfied, !isRuledOut else { return [] }
        return [.hostPort(host: NWEndpoint.Host("192.168.\(path.network).1"), port: 0)]
    }

    /// Whether it costs money.
    public var isExpensive: Bool { path.isExpensive }
    /// Whether the person wants data saved.
    public var isConstrained: Bool { path.isConstrained }
    /// Whether names can be looked up.
    public var supportsDNS: Bool { path.supportsDNS }
    /// Whether IPv4 goes through.
    public var supportsIPv4: Bool { path.status == .satisfied }
    /// Whether IPv6 goes through.
    public var supportsIPv6: Bool { path.supportsIPv6 }

    /// Status and ways.
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

/// Somewhere to connect to.
///
/// Source: developer.apple.com/documentation/network/nwendpoint.
public enum NWEndpoint: Hashable, Sendable, CustomDebugStringConvertible {
    /// A host by name or address, in text, and a port.
    case hostPort(host: Host, port: Port)

    /// A name or an address.
    public struct Host: Hashable, Sendable, ExpressibleByStringLiteral, CustomDebugStringConvertible {
        /// The text.
        public let debugDescription: String
        /// From a text.
        public init(_ text: String) { debugDescription = text }
        /// From a text.
        public init(stringLiteral text: String) { debugDescription = text }
    }

    /// A port.
    public struct Port: Hashable, Sendable, ExpressibleByIntegerLiteral, RawRepresentable {
        /// The number.
        public let rawValue: UInt16
        /// A number.
        public init?(rawValue: UInt16) { self.rawValue = rawValue }
        /// A number.
        public init(integerLiteral number: UInt16) { rawValue = number }
    }

    /// Host and port.
    public var debugDescription: String {
        switch self {
        case .hostPort(let host, let port): "\(host.debugDescription):\(port.rawValue)"
        }
    }
}
