extension MediaSection {
    /// `a=mid` (RFC 5888 §4); FreeSWITCH never writes one.
    public var mediaIdentification: String? { value(of: "mid") }

    /// The direction written here; nil where the session's applies, or `sendrecv` by default.
    public var ownDirection: MediaDirection? { Self.direction(in: self) }

    static func direction(in holder: some AttributeHolder) -> MediaDirection? {
        for case .attribute(let attribute) in holder.lines.reversed() where attribute.value == nil {
            if let direction = MediaDirection(rawValue: attribute.name) { return direction }
        }
        return nil
    }

    /// Writes the direction where one was, or at the end.
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

    /// The candidates in order, FreeSWITCH's doubles included.
    public var candidates: [IceCandidate] {
        values(of: "candidate").compactMap { try? IceCandidate(parsing: $0) }
    }

    public var hasAllCandidates: Bool { hasAttribute("end-of-candidates") }

    /// Milliseconds of audio in a packet that the writer wants to receive (RFC 8866 §6.4).
    public var packetMilliseconds: Int? {
        value(of: "ptime").flatMap { $0.fields().first }.flatMap { Int(decimal: $0) }
    }

    /// Milliseconds of audio that the writer takes in a packet at most (RFC 8866 §6.4).
    public var packetMillisecondsMax: Int? {
        value(of: "maxptime").flatMap { $0.fields().first }.flatMap { Int(decimal: $0) }
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
