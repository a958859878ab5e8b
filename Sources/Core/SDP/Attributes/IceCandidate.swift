/// An address a peer may be reached at (RFC 8839 §5.1). Printing shows kind and transport, never the address.
public struct IceCandidate: Hashable, Sendable {
    public enum Transport: Hashable, Sendable {
        case udp, tcp
        /// In lower case; ours never use it.
        case other(String)
    }

    public enum Kind: Hashable, Sendable {
        case host, serverReflexive, peerReflexive, relayed
        /// A type RFC 8839 does not know; to be ignored.
        case other(String)
    }

    /// Who connects (RFC 6544 §4.5).
    public enum TCPType: String, Hashable, Sendable {
        case active, passive
        case simultaneousOpen = "so"
    }

    /// A further name and value, such as `generation 0`.
    public struct Extension: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Equal for candidates of the same kind, base and server; up to 32 characters.
    public var foundation: String
    /// 1 for RTP (and RTCP, when multiplexed), 2 for RTCP; up to 256.
    public var component: Int
    public var transport: Transport
    public var priority: UInt32
    /// An IPv4 or IPv6 address or a domain name.
    public var address: String
    public var port: UInt16
    public var kind: Kind
    public var relatedAddress: String?
    public var relatedPort: UInt16?
    public var tcpType: TCPType?
    /// Everything else, in order.
    public var extensions: [Extension]

    public init(
        foundation: String, component: Int = 1, transport: Transport = .udp, priority: UInt32, address: String,
        port: UInt16, kind: Kind, relatedAddress: String? = nil, relatedPort: UInt16? = nil, tcpType: TCPType? = nil,
        extensions: [Extension] = []
    ) {
        self.foundation = foundation
        self.component = component
        self.transport = transport
        self.priority = priority
        self.address = address
        self.port = port
        self.kind = kind
        self.relatedAddress = relatedAddress
        self.relatedPort = relatedPort
        self.tcpType = tcpType
        self.extensions = extensions
    }

    /// Whether the address is a name browsers use to hide a local address (`….local`), which only multicast DNS resolves.
    public var isMulticastDNS: Bool {
        address.utf8.count > 6 && address.suffix(6).equalsIgnoringCase(".local")
    }
}

extension IceCandidate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "IceCandidate(\(kind.text) \(transport.text) component \(component))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
