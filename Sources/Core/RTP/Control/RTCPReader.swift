/// Reads one packet of a compound whose outer length has been checked.
struct RTCPReader {
    static let canonicalNameItem: UInt8 = 1

    let bytes: UnsafeRawBufferPointer
    let start: Int
    /// Without padding.
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
            packets.append(.goodbye(Goodbye(sources: (0..<count).map { bytes.uint32(at: start + 4 + 4 * $0) })))
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
