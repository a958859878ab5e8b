extension IceCandidate {
    /// Reads a candidate as signalling carries it: a whole `a=candidate:` line, one without `a=`, or the value alone.
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
        guard let priority = UInt32(decimal: priority) else { throw Self.fault(line, "a priority that is no number") }
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
