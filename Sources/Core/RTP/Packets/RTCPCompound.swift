/// Reads and writes compound RTCP packets.
///
/// Reduced-size packets (RFC 5506) are accepted, so the first packet may be of any kind. Packets of unknown types,
/// such as the feedback NACK, PLI and REMB, are skipped by their length.
/// Source: RFC 3550 §6.1, §6.4–§6.6, appendix A.2.
public enum RTCPCompound {
    /// The largest datagram read or written, in bytes.
    public static let byteCountMax = RTPPacket.byteCountMax
    /// The most reports in a packet: a count field has five bits.
    public static let reportCountMax = 31
    /// The most packets read of one datagram; no honest peer sends nearly as many.
    public static let packetCountMax = 64

    enum Kind: UInt8 {
        case senderReport = 200, receiverReport, sourceDescription, goodbye
    }

    /// Reads the packets of a decrypted datagram, in order.
    ///
    /// - Throws: `RTPError` if one of the packets is malformed; then none is returned.
    public static func parse(_ bytes: UnsafeRawBufferPointer) throws(RTPError) -> [RTCPPacket] {
        guard bytes.count <= byteCountMax else { throw RTPError(.limitReached, "RTCP datagram", at: byteCountMax) }
        guard !bytes.isEmpty else { throw RTPError(.truncated, "RTCP datagram", at: 0) }
        var packets: [RTCPPacket] = []
        var start = 0
        while start < bytes.count {
            guard bytes.count - start >= 4 else { throw RTPError(.truncated, "RTCP header", at: bytes.count) }
            guard bytes[start] >> 6 == 2 else { throw RTPError(.wrongVersion, "RTCP header", at: start) }
            let end = start + 4 * (Int(bytes.uint16(at: start + 2)) + 1)
            guard end <= bytes.count else { throw RTPError(.badLength, "RTCP packet", at: start + 2) }
            let padding = try paddingCount(bytes, from: start, to: end)
            if let kind = Kind(rawValue: bytes[start + 1]) {
                var reader = RTCPReader(bytes: bytes, start: start, end: end - padding)
                guard packets.count < packetCountMax else { throw RTPError(.limitReached, "RTCP packets", at: start) }
                try reader.read(kind, into: &packets)
            }
            start = end
        }
        return packets
    }

    private static func paddingCount(
        _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int
    ) throws(RTPError) -> Int {
        guard bytes[start] & 0x20 != 0 else { return 0 }
        let count = Int(bytes[end - 1])
        guard count > 0, count % 4 == 0, end == bytes.count, count <= end - start - 4 else {
            throw RTPError(.badPadding, "RTCP padding", at: end - 1)
        }
        return count
    }

    /// Replaces the content of `datagram` with the packets, in order.
    ///
    /// - Throws: `RTPError` with the code `limitReached`.
    public static func write(_ packets: [RTCPPacket], into datagram: inout [UInt8]) throws(RTPError) {
        datagram.removeAll(keepingCapacity: true)
        for packet in packets {
            let start = datagram.count
            switch packet {
            case .senderReport(let report): try write(report, to: &datagram)
            case .receiverReport(let report): try write(report, to: &datagram)
            case .sourceDescription(let description): try write(description, to: &datagram)
            case .goodbye(let goodbye): try write(goodbye, to: &datagram)
            }
            guard datagram.count <= byteCountMax else {
                throw RTPError(.limitReached, "RTCP datagram", at: byteCountMax)
            }
            let words = UInt16((datagram.count - start) / 4 - 1)
            datagram[start + 2] = UInt8(words >> 8)
            datagram[start + 3] = UInt8(truncatingIfNeeded: words)
        }
    }

    /// Appends a header whose length is filled in afterward.
    private static func appendHeader(_ kind: Kind, count: Int, to bytes: inout [UInt8]) throws(RTPError) {
        guard count <= reportCountMax else { throw RTPError(.limitReached, "RTCP count", at: bytes.count) }
        bytes.append(0x80 | UInt8(count))
        bytes.append(kind.rawValue)
        bytes.append16(0)
    }

    private static func write(_ report: SenderReport, to bytes: inout [UInt8]) throws(RTPError) {
        try appendHeader(.senderReport, count: report.reports.count, to: &bytes)
        bytes.append32(report.source)
        bytes.append64(report.time.value)
        bytes.append32(report.timestamp)
        bytes.append32(report.packetCount)
        bytes.append32(report.octetCount)
        for block in report.reports { block.write(to: &bytes) }
    }

    private static func write(_ report: ReceiverReport, to bytes: inout [UInt8]) throws(RTPError) {
        try appendHeader(.receiverReport, count: report.reports.count, to: &bytes)
        bytes.append32(report.source)
        for block in report.reports { block.write(to: &bytes) }
    }

    private static func write(_ description: SourceDescription, to bytes: inout [UInt8]) throws(RTPError) {
        let name = description.canonicalName.utf8
        guard name.count <= 255 else { throw RTPError(.limitReached, "canonical name", at: bytes.count) }
        try appendHeader(.sourceDescription, count: 1, to: &bytes)
        bytes.append32(description.source)
        bytes.append(RTCPReader.canonicalNameItem)
        bytes.append(UInt8(name.count))
        bytes.append(contentsOf: name)
        // The list of items ends with at least one zero and fills the word.
        bytes.append(contentsOf: repeatElement(0, count: 4 - (2 + name.count) % 4))
    }

    private static func write(_ goodbye: RTCPBye, to bytes: inout [UInt8]) throws(RTPError) {
        try appendHeader(.goodbye, count: goodbye.sources.count, to: &bytes)
        for source in goodbye.sources { bytes.append32(source) }
    }
}

/// Reads one packet of a compound, whose outer length has been checked.
struct RTCPReader {
    static let canonicalNameItem: UInt8 = 1

    let bytes: UnsafeRawBufferPointer
    let start: Int
    /// The end of the packet without its padding.
    let end: Int

    private var count: Int { Int(bytes[start] & 0x1F) }

    mutating func read(_ kind: RTCPCompound.Kind, into packets: inout [RTCPPacket]) throws(RTPError) {
        switch kind {
        case .senderReport: packets.append(.senderReport(try senderReport()))
        case .receiverReport:
            try require(8, "receiver report")
            let source = bytes.uint32(at: start + 4)
            packets.append(.receiverReport(ReceiverReport(source: source, reports: try blocks(at: start + 8))))
        case .sourceDescription: try sourceDescriptions(into: &packets)
        case .goodbye:
            try require(4 + 4 * count, "goodbye")
            packets.append(.goodbye(RTCPBye(sources: (0..<count).map { bytes.uint32(at: start + 4 + 4 * $0) })))
        }
    }

    private func require(_ byteCount: Int, _ context: StaticString) throws(RTPError) {
        guard start + byteCount <= end else { throw RTPError(.badLength, context, at: start + 2) }
    }

    private func senderReport() throws(RTPError) -> SenderReport {
        try require(28, "sender report")
        return SenderReport(
            source: bytes.uint32(at: start + 4),
            time: NetworkTime(value: bytes.uint64(at: start + 8)),
            timestamp: bytes.uint32(at: start + 16),
            packetCount: bytes.uint32(at: start + 20),
            octetCount: bytes.uint32(at: start + 24),
            reports: try blocks(at: start + 28))
    }

    private func blocks(at offset: Int) throws(RTPError) -> [ReportBlock] {
        try require(offset - start + ReportBlock.byteCount * count, "report blocks")
        return (0..<count).map { ReportBlock(bytes, at: offset + ReportBlock.byteCount * $0) }
    }

    private func sourceDescriptions(into packets: inout [RTCPPacket]) throws(RTPError) {
        var position = start + 4
        for _ in 0..<count {
            try require(position - start + 4, "source description")
            var description = SourceDescription(source: bytes.uint32(at: position), canonicalName: "")
            position += 4
            while true {
                guard position < end else { throw RTPError(.truncated, "source description items", at: end) }
                let item = bytes[position]
                guard item != 0 else { break }
                guard position + 2 <= end, position + 2 + Int(bytes[position + 1]) <= end else {
                    throw RTPError(.truncated, "source description item", at: position)
                }
                let text = (position + 2)..<(position + 2 + Int(bytes[position + 1]))
                if item == Self.canonicalNameItem {
                    guard let name = String(validating: bytes[text], as: UTF8.self) else {
                        throw RTPError(.badText, "canonical name", at: position)
                    }
                    description.canonicalName = name
                }
                position = text.upperBound
            }
            position = start + (position - start) / 4 * 4 + 4
            packets.append(.sourceDescription(description))
            guard packets.count < RTCPCompound.packetCountMax else {
                throw RTPError(.limitReached, "RTCP packets", at: start)
            }
        }
    }
}
