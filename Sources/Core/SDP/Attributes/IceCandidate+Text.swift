extension IceCandidate {
    /// Reads a candidate as signalling carries it: a whole `a=candidate:` line, one without `a=`, or the value alone.
    ///
    /// - Throws: `SDPError` with code `malformedCandidate`, or `limitExceeded` beyond `SDPLimits.candidateBytesMax`.
    public init(parsing text: String) throws(SDPError) {
        try self.init(parsing: Substring(text), line: 0)
    }

    init(parsing text: Substring, line: Int) throws(SDPError) {
        guard text.utf8.count <= SDPLimits.candidateBytesMax else {
            throw SDPError(.limitExceeded, line: line, "a candidate of more than \(SDPLimits.candidateBytesMax) bytes")
        }
        let fields = Self.withoutPrefix(text).fields()
        guard fields.count >= 8 else { throw Self.fault(line, "fewer than eight fields") }
        guard fields.allSatisfy(\.isVisibleASCII) else { throw Self.fault(line, "a character no candidate may hold") }
        guard fields[0].utf8.count <= 32 else { throw Self.fault(line, "a foundation of more than 32 characters") }
        guard let component = Int(decimal: fields[1]), (1...256).contains(component) else {
            throw Self.fault(line, "a component that is not 1…256")
        }
        guard let priority = UInt32(decimal: fields[3]) else { throw Self.fault(line, "a priority that is no number") }
        guard fields[4].utf8.count <= 255 else { throw Self.fault(line, "an address of more than 255 characters") }
        guard let port = UInt16(decimal: fields[5]) else { throw Self.fault(line, "a port that is not 0…65535") }
        guard fields[6].equalsIgnoringCase("typ") else { throw Self.fault(line, "no 'typ' after the port") }
        self.init(
            foundation: String(fields[0]), component: component, transport: Transport(fields[2]), priority: priority,
            address: String(fields[4]), port: port, kind: Kind(fields[7]))
        try readOptionalFields(fields.dropFirst(8), line: line)
    }

    private mutating func readOptionalFields(_ fields: ArraySlice<Substring>, line: Int) throws(SDPError) {
        guard fields.count.isMultiple(of: 2) else { throw Self.fault(line, "a name without a value at the end") }
        for index in stride(from: fields.startIndex, to: fields.endIndex, by: 2) {
            let (name, value) = (fields[index], fields[index + 1])
            switch name {
            case "raddr":
                relatedAddress = String(value)
            case "rport":
                guard let port = UInt16(decimal: value) else { throw Self.fault(line, "an rport that is not 0…65535") }
                relatedPort = port
            case "tcptype":
                guard let type = TCPType(rawValue: String(value)) else { throw Self.fault(line, "an unknown tcptype") }
                tcpType = type
            default:
                extensions.append(Extension(name: String(name), value: String(value)))
            }
        }
    }

    private static func withoutPrefix(_ text: Substring) -> Substring {
        var rest = text
        for prefix in ["a=", "candidate:"] where rest.prefix(prefix.count).equalsIgnoringCase(prefix) {
            rest = rest.dropFirst(prefix.count)
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
    init(_ text: some StringProtocol) {
        switch text.asciiLowercased {
        case "udp": self = .udp
        case "tcp": self = .tcp
        case let other: self = .other(other)
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
    init(_ text: some StringProtocol) {
        switch text.asciiLowercased {
        case "host": self = .host
        case "srflx": self = .serverReflexive
        case "prflx": self = .peerReflexive
        case "relay": self = .relayed
        case let other: self = .other(other)
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
