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
