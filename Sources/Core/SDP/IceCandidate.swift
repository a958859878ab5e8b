/// An address at which a peer may be reached (RFC 8839 §5.1). Its printed form shows kind and transport, never the
/// address.
public struct IceCandidate: Hashable, Sendable {
    /// The transport protocol of the address.
    public enum Transport: Hashable, Sendable {
        case udp, tcp
        /// Another transport, in lower case. Our clients never use one.
        case other(String)
    }

    /// How the address was found.
    public enum Kind: Hashable, Sendable {
        case host, serverReflexive, peerReflexive, relayed
        /// A type that RFC 8839 does not define. Such a candidate is ignored.
        case other(String)
    }

    /// The side that connects (RFC 6544 §4.5).
    public enum TCPType: String, Hashable, Sendable {
        case active, passive
        case simultaneousOpen = "so"
    }

    /// A further name and value, such as `generation 0`.
    public struct Extension: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value, without white space.
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
    /// The transport protocol.
    public var transport: Transport
    /// The priority, the highest first (RFC 8445 §5.1.2).
    public var priority: UInt32
    /// An IPv4 or IPv6 address or a domain name.
    public var address: String
    /// The port at the address.
    public var port: UInt16
    /// How the address was found.
    public var kind: Kind
    /// The base of a reflexive candidate, or the mapped address of a relayed one; nil if it is not told.
    public var relatedAddress: String?
    /// The port at the related address.
    public var relatedPort: UInt16?
    /// Which side connects; nil for UDP.
    public var tcpType: TCPType?
    /// The other names and values, in order.
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

    /// Whether the address is a name with which a browser hides a local address (`….local`), and which only multicast
    /// DNS resolves.
    public var isMulticastDNS: Bool {
        address.utf8.count > 6 && address.suffix(6).equalsIgnoringCase(".local")
    }
}

extension IceCandidate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "IceCandidate(\(kind.text) \(transport.text) component \(component))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension IceCandidate {
    /// Reads a candidate as signaling carries it: a whole `a=candidate:` line, one without `a=`, or the value alone.
    ///
    /// - Throws: `SDPError` with code `malformedCandidate`, or `limitExceeded` beyond `SDPLimits.candidateBytesMax`.
    public init(parsing text: String) throws(SDPError) {
        self = try text.reading { bytes throws(SDPError) in try IceCandidate(parsing: bytes, line: 0) }
    }

    init(parsing text: SDPBytes, line: Int) throws(SDPError) {
        guard text.count <= SDPLimits.candidateBytesMax else {
            throw SDPError(.limitExceeded, line: line, "a candidate of more than \(SDPLimits.candidateBytesMax) bytes")
        }
        var fields = FieldReader(Self.withoutPrefix(text))
        guard let foundation = fields.next(), let component = fields.next(), let transport = fields.next(),
            let priority = fields.next(), let address = fields.next(), let port = fields.next(),
            let typ = fields.next(), let kind = fields.next()
        else { throw Self.fault(line, "fewer than eight fields") }
        guard text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
            throw Self.fault(line, "a character no candidate may hold")
        }
        guard foundation.count <= 32 else { throw Self.fault(line, "a foundation of more than 32 characters") }
        guard let component = Int(decimal: component), (1...256).contains(component) else {
            throw Self.fault(line, "a component that is not 1…256")
        }
        guard let priority = UInt32(decimal: priority) else {
            throw Self.fault(line, "a priority that is not a number")
        }
        guard address.count <= 255 else { throw Self.fault(line, "an address of more than 255 characters") }
        guard let port = UInt16(decimal: port) else { throw Self.fault(line, "a port that is not 0…65535") }
        guard typ.equalsIgnoringCase("typ") else { throw Self.fault(line, "no 'typ' after the port") }
        self.init(
            foundation: foundation.text, component: component, transport: Transport(transport), priority: priority,
            address: address.text, port: port, kind: Kind(kind))
        try readOptionalFields(&fields, line: line)
    }

    private mutating func readOptionalFields(_ fields: inout FieldReader, line: Int) throws(SDPError) {
        while let name = fields.next() {
            guard let value = fields.next() else { throw Self.fault(line, "a name without a value at the end") }
            if name.equals("raddr") {
                relatedAddress = value.text
            } else if name.equals("rport") {
                guard let port = UInt16(decimal: value) else { throw Self.fault(line, "an rport that is not 0…65535") }
                relatedPort = port
            } else if name.equals("tcptype") {
                guard let type = TCPType(rawValue: value.text) else { throw Self.fault(line, "an unknown tcptype") }
                tcpType = type
            } else {
                extensions.append(Extension(name: name.text, value: value.text))
            }
        }
    }

    private static func withoutPrefix(_ text: SDPBytes) -> SDPBytes {
        var rest = text
        for prefix in ["a=", "candidate:"] as [StaticString] {
            let count = prefix.utf8CodeUnitCount
            if rest.prefix(count).equalsIgnoringCase(prefix) { rest = rest.dropFirst(count) }
        }
        return rest
    }

    private static func fault(_ line: Int, _ context: String) -> SDPError {
        SDPError(.malformedCandidate, line: line, context)
    }

    /// The value of an `a=candidate` line, without any prefix.
    public var text: String {
        var text = "\(foundation) \(component) \(transport.text) \(priority) \(address) \(port) typ \(kind.text)"
        if let relatedAddress { text += " raddr \(relatedAddress)" }
        if let relatedPort { text += " rport \(relatedPort)" }
        if let tcpType { text += " tcptype \(tcpType.rawValue)" }
        for item in extensions { text += " \(item.name) \(item.value)" }
        return text
    }
}

extension IceCandidate.Transport {
    init(_ word: SDPBytes) {
        self =
            if word.equalsIgnoringCase("udp") {
                .udp
            } else if word.equalsIgnoringCase("tcp") {
                .tcp
            } else {
                .other(word.text.asciiLowercased)
            }
    }

    /// The word in a candidate line.
    public var text: String {
        switch self {
        case .udp: "udp"
        case .tcp: "tcp"
        case .other(let text): text
        }
    }
}

extension IceCandidate.Kind {
    init(_ word: SDPBytes) {
        self =
            if word.equalsIgnoringCase("host") {
                .host
            } else if word.equalsIgnoringCase("srflx") {
                .serverReflexive
            } else if word.equalsIgnoringCase("prflx") {
                .peerReflexive
            } else if word.equalsIgnoringCase("relay") {
                .relayed
            } else {
                .other(word.text.asciiLowercased)
            }
    }

    /// The word in a candidate line.
    public var text: String {
        switch self {
        case .host: "host"
        case .serverReflexive: "srflx"
        case .peerReflexive: "prflx"
        case .relayed: "relay"
        case .other(let text): text
        }
    }
}

/// The user fragment and password of one ICE generation (RFC 8839 §5.4). The printed form shows neither.
public struct IceCredentials: Hashable, Sendable {
    /// It changes with every ICE restart, so comparing two of them tells whether the peer restarted.
    public var userFragment: String
    /// The password with which checks are authenticated.
    public var password: String

    public init(userFragment: String, password: String) {
        self.userFragment = userFragment
        self.password = password
    }

    /// Whether both have the length ICE demands, 4…256 and 22…256, and visible characters only.
    ///
    /// ICE allows letters, digits, `+` and `/`. Some implementations also write `-`, `_` and `=`, so other visible
    /// characters are accepted.
    public var areWellFormed: Bool {
        let limit = SDPLimits.credentialBytesMax
        return (4...limit).contains(userFragment.utf8.count) && (22...limit).contains(password.utf8.count)
            && userFragment.isVisibleASCII && password.isVisibleASCII
    }
}

extension IceCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "IceCredentials(‹redacted›)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
