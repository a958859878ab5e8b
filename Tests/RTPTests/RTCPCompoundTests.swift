import RTP
import Testing

struct RTCPCompoundTests {
    /// A sender report with one block, then a canonical name, then a goodbye.
    static let golden: [UInt8] = [
        0x81, 200, 0, 12, 0, 0, 0, 1, 0x83, 0xAA, 0x7E, 0x80, 0x80, 0, 0, 0, 0, 0, 0x03, 0xC0, 0, 0, 0, 50, 0, 0, 0x0F,
        0xA0, 0, 0, 0, 2, 0x40, 0xFF, 0xFF, 0xFE, 0, 1, 0, 9, 0, 0, 0, 48, 0x7E, 0x80, 0x80, 0, 0, 1, 0, 0,
        0x81, 202, 0, 3, 0, 0, 0, 1, 1, 4, 0x61, 0x40, 0x62, 0x63, 0, 0,
        0x81, 203, 0, 1, 0, 0, 0, 1,
    ]
    static let packets: [RTCPPacket] = [
        .senderReport(
            SenderReport(
                source: 1, time: NetworkTime(value: 0x83AA_7E80_8000_0000), timestamp: 960, packetCount: 50,
                octetCount: 4000,
                reports: [
                    ReportBlock(
                        source: 2, fractionLost: 64, cumulativeLost: -2, highestSequenceNumber: 0x1_0009, jitter: 48,
                        lastSenderReport: 0x7E80_8000, delaySinceLastSenderReport: 65_536)
                ])),
        .sourceDescription(SourceDescription(source: 1, canonicalName: "a@bc")),
        .goodbye(RTCPBye(sources: [1])),
    ]

    private func parse(_ bytes: [UInt8]) throws(RTPError) -> [RTCPPacket] {
        let found = bytes.withUnsafeBytes { buffer in
            Result { () throws(RTPError) in try RTCPCompound.parse(buffer) }
        }
        return try found.get()
    }

    @Test func `a compound is read and written as RFC 3550 lays it out`() throws {
        #expect(try parse(Self.golden) == Self.packets)
        var bytes: [UInt8] = []
        try RTCPCompound.write(Self.packets, into: &bytes)
        #expect(bytes == Self.golden)
    }

    @Test func `only prefixes that end between packets are taken`() throws {
        for count in 0..<Self.golden.count {
            let prefix = Array(Self.golden.prefix(count))
            switch count {
            case 52: #expect(try parse(prefix) == Array(Self.packets.prefix(1)))
            case 68: #expect(try parse(prefix) == Array(Self.packets.prefix(2)))
            default: #expect(throws: RTPError.self) { try parse(prefix) }
            }
        }
    }

    @Test func `feedback and unknown packets are stepped over`() throws {
        let pictureLoss: [UInt8] = [0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2]
        let negative: [UInt8] = [0x81, 205, 0, 3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 9, 0, 0]
        let estimate: [UInt8] = [0x8F, 206, 0, 5] + [UInt8](repeating: 7, count: 20)
        #expect(try parse(pictureLoss + Self.golden + negative + estimate) == Self.packets)
        #expect(try parse(pictureLoss).isEmpty)
    }

    @Test func `a canonical name of any length is padded to a word and read back`() throws {
        for count in 0...255 {
            let description = SourceDescription(source: 9, canonicalName: String(repeating: "x", count: count))
            var bytes: [UInt8] = []
            try RTCPCompound.write([.sourceDescription(description)], into: &bytes)
            #expect(bytes.count % 4 == 0)
            #expect(try parse(bytes) == [.sourceDescription(description)])
        }
        var bytes: [UInt8] = []
        let long = SourceDescription(source: 9, canonicalName: String(repeating: "x", count: 256))
        #expect(throws: RTPError.self) { try RTCPCompound.write([.sourceDescription(long)], into: &bytes) }
    }

    @Test func `counts beyond five bits are refused`() {
        var bytes: [UInt8] = []
        let blocks = [ReportBlock](repeating: ReportBlock(source: 1), count: 32)
        #expect(throws: RTPError.self) {
            try RTCPCompound.write([.receiverReport(ReceiverReport(source: 1, reports: blocks))], into: &bytes)
        }
    }

    @Test func `a datagram of nothing but tiny packets hits the limit`() {
        let bytes = (0..<65).flatMap { _ in [0x80, 203, 0, 0] as [UInt8] }
        let error = #expect(throws: RTPError.self) { try parse(bytes) }
        #expect(error?.code == .limitReached)
    }

    @Test func `the last packet may be padded, an earlier one may not`() throws {
        let padded: [UInt8] = [0xA1, 203, 0, 2, 0, 0, 0, 1, 0, 0, 0, 4]
        #expect(try parse(padded) == [.goodbye(RTCPBye(sources: [1]))])
        #expect(throws: RTPError.self) { try parse(padded + padded) }
    }

    @Test func `mutated datagrams are read or refused, and a datagram that was read can be written`() throws {
        var random = SeededGenerator(seed: 200)
        for _ in 0..<20_000 {
            var bytes = Self.golden
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let packets = try? parse(bytes) else { continue }
            var again: [UInt8] = []
            try RTCPCompound.write(packets, into: &again)
            #expect(again.isEmpty ? packets.isEmpty : try parse(again) == packets)
        }
    }
}
