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

    /// Reads the value of an `m=` line.
    init(parsing value: SDPBytes, line: Int) throws(SDPError) {
        var fields = FieldReader(value)
        guard let kind = fields.next(), let ports = fields.next(), let transport = fields.next(),
            var format = fields.next()
        else { throw Self.fault(line, "m= without kind, port, transport and a format") }
        let (first, count) = ports.cut(at: 0x2F)
        guard let port = UInt16(decimal: first) else { throw Self.fault(line, "a port that is not 0…65535") }
        self.init(kind: kind.text, port: port, transport: transport.text, formats: [])
        if let count {
            guard let count = UInt16(decimal: count), count > 0 else {
                throw Self.fault(line, "a number of ports that is no number")
            }
            portCount = Int(count)
        }
        let isRTP = isRTP
        while true {
            guard formats.count < SDPLimits.formatsMax else {
                throw SDPError(.limitExceeded, line: line, "more than \(SDPLimits.formatsMax) payload formats")
            }
            guard !isRTP || UInt8(decimal: format).map({ $0 < 128 }) == true else {
                throw Self.fault(line, "an RTP payload number that is not 0…127")
            }
            formats.append(format.text)
            guard let next = fields.next() else { return }
            format = next
        }
    }

    private static func fault(_ line: Int, _ context: String) -> SDPError {
        SDPError(.malformedMedia, line: line, context)
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
