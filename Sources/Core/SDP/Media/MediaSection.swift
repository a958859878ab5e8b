/// An `m=` line and the lines that follow it (RFC 8866 §5.14).
public struct MediaSection: Hashable, Sendable, AttributeHolder {
    /// `audio`, `video`, `application` …
    public var kind: String
    /// 0 means refused or ended, unless the section is `bundle-only`; 9 stands for "not known yet".
    public var port: UInt16
    /// How many ports, where `port/count` is written.
    public var portCount: Int?
    /// The transport and profile, such as `UDP/TLS/RTP/SAVPF`.
    public var transport: String
    /// RTP payload numbers, or what another transport puts there, in order of preference.
    public var formats: [String]
    /// The lines after `m=`, in order.
    public var lines: [SDPLine]

    public init(kind: String, port: UInt16, transport: String, formats: [String], lines: [SDPLine] = []) {
        self.kind = kind
        self.port = port
        self.transport = transport
        self.formats = formats
        self.lines = lines
    }

    init(parsing value: Substring, line: Int) throws(SDPError) {
        let fields = value.fields()
        guard fields.count >= 4 else { throw Self.fault(line, "m= without kind, port, transport and a format") }
        let ports = fields[1].utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
        guard ports.count <= 2, let port = UInt16(decimal: ports[0]) else {
            throw Self.fault(line, "a port that is not 0…65535")
        }
        let formats = fields.dropFirst(3)
        guard formats.count <= SDPLimits.formatsMax else {
            throw SDPError(.limitExceeded, line: line, "more than \(SDPLimits.formatsMax) payload formats")
        }
        self.init(
            kind: String(fields[0]), port: port, transport: String(fields[2]), formats: formats.map(String.init))
        if ports.count == 2 {
            guard let count = UInt16(decimal: ports[1]), count > 0 else {
                throw Self.fault(line, "a number of ports that is no number")
            }
            portCount = Int(count)
        }
        guard !isRTP || payloadTypes.count == self.formats.count else {
            throw Self.fault(line, "an RTP payload number that is not 0…127")
        }
    }

    private static func fault(_ line: Int, _ context: String) -> SDPError {
        SDPError(.malformedMedia, line: line, context)
    }

    mutating func read(_ line: SDPLine, number: Int) throws(SDPError) {
        try AttributeCheck.check(line, number: number)
        if case .attribute(let attribute) = line, attribute.name == "candidate" {
            _ = try IceCandidate(parsing: Substring(attribute.value ?? ""), line: number)
            guard values(of: "candidate").count < SDPLimits.candidatesMax else {
                throw SDPError(.limitExceeded, line: number, "more than \(SDPLimits.candidatesMax) candidates")
            }
        }
        lines.append(line)
    }

    var headText: String {
        let ports = portCount.map { "\(port)/\($0)" } ?? "\(port)"
        return "\(kind) \(ports) \(transport) \(formats.joined(separator: " "))"
    }
}

extension MediaSection: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "MediaSection(\(lines.count) lines, ‹redacted›)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
