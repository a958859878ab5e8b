/// An `m=` line and the lines that follow it (RFC 8866 §5.14).
public struct MediaSection: Hashable, Sendable, AttributeContainer {
    /// `audio`, `video`, `application` …
    public var kind: String
    /// 0 means that the section was refused or has ended, unless it is `bundle-only`; 9 means that the port is not
    /// known yet.
    public var port: UInt16
    /// The number of ports, if written as `port/count`.
    public var portCount: Int?
    /// The transport and profile, such as `UDP/TLS/RTP/SAVPF`.
    public var transport: String
    /// The RTP payload numbers, or the formats of another transport, in order of preference.
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
                throw Self.fault(line, "a port count that is not a number")
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

extension MediaSection {
    /// `a=mid` (RFC 5888 §4); FreeSWITCH never writes one.
    public var mediaIdentification: String? { value(of: "mid") }

    /// The direction written in the section; nil if the session's applies, or `sendrecv` by default.
    public var ownDirection: MediaDirection? { Self.direction(in: self) }

    static func direction(in holder: some AttributeContainer) -> MediaDirection? {
        for case .attribute(let attribute) in holder.lines.reversed() where attribute.value == nil {
            if let direction = MediaDirection(rawValue: attribute.name) { return direction }
        }
        return nil
    }

    /// Writes the direction in place of the present one, or at the end.
    public mutating func setDirection(_ direction: MediaDirection) {
        let isDirection = { (line: SDPLine) in
            line.attribute.map { $0.value == nil && MediaDirection(rawValue: $0.name) != nil } ?? false
        }
        let place = lines.firstIndex(where: isDirection) ?? lines.endIndex
        lines.removeAll(where: isDirection)
        lines.insert(.attribute(SDPAttribute(direction.rawValue)), at: min(place, lines.endIndex))
    }

    /// Whether RTP and RTCP share a port (RFC 5761).
    public var multiplexesRTCP: Bool { hasAttribute("rtcp-mux") }

    /// Whether the section was refused or has ended.
    public var isRejected: Bool { port == 0 && !hasAttribute("bundle-only") }

    /// The candidates in order, including duplicates, which FreeSWITCH writes.
    public var candidates: [IceCandidate] {
        values(of: "candidate").compactMap { try? IceCandidate(parsing: $0) }
    }

    /// Whether the writer says that no further candidates follow (RFC 8840 §8.2).
    public var hasAllCandidates: Bool { hasAttribute("end-of-candidates") }

    /// The milliseconds of audio in a packet that the writer prefers to receive (RFC 8866 §6.4).
    public var packetMilliseconds: Int? {
        value(of: "ptime").flatMap { $0.fields().first }.flatMap { Int(decimal: $0) }
    }

    /// The most milliseconds of audio in a packet that the writer accepts (RFC 8866 §6.4).
    public var packetMillisecondsMax: Int? {
        value(of: "maxptime").flatMap { $0.fields().first }.flatMap { Int(decimal: $0) }
    }

    /// Whether the writer asks for silence to be sent as sound (RFC 3108 §5.6.3.2). FreeSWITCH does.
    public var refusesSilenceSuppression: Bool {
        value(of: "silenceSupp").flatMap { $0.fields().first }?.equalsIgnoringCase("off") ?? false
    }

    /// The synchronization sources described (RFC 5576 §4.1), each once, in order.
    public var synchronizationSources: [UInt32] {
        var sources: [UInt32] = []
        for value in values(of: "ssrc") {
            guard let source = value.fields().first.flatMap({ UInt32(decimal: $0) }) else { continue }
            if !sources.contains(source) { sources.append(source) }
        }
        return sources
    }
}

/// The direction of media, as one side's description has it (RFC 8866 §6.7).
public enum MediaDirection: String, Hashable, Sendable, CaseIterable, Codable {
    case sendrecv, sendonly, recvonly, inactive
}

extension MediaDirection {
    public init(sends: Bool, receives: Bool) {
        self =
            switch (sends, receives) {
            case (true, true): .sendrecv
            case (true, false): .sendonly
            case (false, true): .recvonly
            case (false, false): .inactive
            }
    }

    /// Whether the side whose direction it is sends.
    public var sends: Bool { self == .sendrecv || self == .sendonly }
    /// Whether the side whose direction it is receives.
    public var receives: Bool { self == .sendrecv || self == .recvonly }

    /// The same direction from the other side's view.
    public var reversed: MediaDirection { MediaDirection(sends: receives, receives: sends) }

    /// The direction to answer to an offer with this one, by a side that is willing to do `wish` (RFC 3264 §6.1).
    public func answer(willing wish: MediaDirection) -> MediaDirection {
        MediaDirection(sends: receives && wish.sends, receives: sends && wish.receives)
    }
}
