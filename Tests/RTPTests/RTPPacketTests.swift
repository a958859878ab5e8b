import RTP
import Testing

struct RTPPacketTests {
    /// One contributing source, a one-byte extension (RFC 8285) and four bytes of padding.
    static let full: [UInt8] = [
        0xB1, 0xEF, 0x12, 0x34, 0xDE, 0xAD, 0xBE, 0xEF, 0x01, 0x02, 0x03, 0x04,
        0x0A, 0x0B, 0x0C, 0x0D,
        0xBE, 0xDE, 0x00, 0x01, 0x10, 0xAA, 0x00, 0x00,
        0x55, 0x66, 0x77,
        0x00, 0x00, 0x00, 0x04,
    ]

    private func parse(_ bytes: [UInt8]) throws(RTPError) -> RTPPacket {
        let found = bytes.withUnsafeBytes { buffer in Result { () throws(RTPError) in try RTPPacket(parsing: buffer) } }
        return try found.get()
    }

    @Test func `every field of a full packet is found where RFC 3550 puts it`() throws {
        let packet = try parse(Self.full)
        let expected = RTPHeader(
            payloadType: 111, marker: true, sequenceNumber: 0x1234, timestamp: 0xDEAD_BEEF, source: 0x0102_0304)
        #expect(packet.header == expected)
        #expect(packet.contributingSourceCount == 1)
        #expect(Self.full.withUnsafeBytes { packet.contributingSource(0, in: $0) } == 0x0A0B_0C0D)
        #expect(packet.headerExtension == RTPPacket.Extension(profile: 0xBEDE, content: 20..<24))
        #expect(packet.payload == 24..<27)
        #expect(packet.paddingCount == 4)
    }

    @Test func `the writer makes the same bytes`() throws {
        let header = RTPHeader(
            payloadType: 111, marker: true, sequenceNumber: 0x1234, timestamp: 0xDEAD_BEEF, source: 0x0102_0304)
        var bytes: [UInt8] = [1, 2, 3]
        try ([0x55, 0x66, 0x77] as [UInt8]).withUnsafeBytes {
            try RTPWriter.write(
                header, contributingSources: [0x0A0B_0C0D], headerExtension: (0xBEDE, [0x10, 0xAA, 0, 0]), payload: $0,
                paddingCount: 4, into: &bytes)
        }
        #expect(bytes == Self.full)
    }

    @Test func `a prefix is refused, or differs only in its payload`() throws {
        // Without the padding flag a shorter datagram is a packet with a shorter payload.
        var plain = Self.full
        plain[0] = 0x91
        for count in 0..<plain.count {
            let prefix = Array(plain.prefix(count))
            if count < 24 {
                #expect(throws: RTPError.self) { try parse(prefix) }
            } else {
                #expect(try parse(prefix).payload == 24..<count)
            }
        }
    }

    @Test(arguments: [
        ([0x40], RTPError.Code.wrongVersion, 0), ([0x81], .truncated, 12), ([0x90], .truncated, 12),
    ])
    func `a header that announces more than the packet holds is refused with the missing part`(
        first: [UInt8], code: RTPError.Code, offset: Int
    ) throws {
        let bytes = first + [UInt8](repeating: 0, count: 11)
        let error = #expect(throws: RTPError.self) { try parse(bytes) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [0, 5, 255] as [UInt8])
    func `padding that cannot be is refused`(count: UInt8) {
        let bytes: [UInt8] = [0xA0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 9, 9, count]
        let error = #expect(throws: RTPError.self) { try parse(bytes) }
        #expect(error?.code == .badPadding)
    }

    @Test func `a datagram beyond the limit is refused, both ways`() {
        let bytes = [UInt8](repeating: 0x80, count: RTPPacket.byteCountMax + 1)
        #expect(throws: RTPError.self) { try parse(bytes) }
        var written: [UInt8] = []
        #expect(throws: RTPError.self) {
            try bytes.withUnsafeBytes {
                let header = RTPHeader(payloadType: 0, sequenceNumber: 0, timestamp: 0, source: 0)
                try RTPWriter.write(header, payload: $0, into: &written)
            }
        }
    }

    @Test func `all parsed ranges lie within the datagram`() {
        var random = SeededGenerator(seed: 3550)
        for _ in 0..<20_000 {
            var bytes = Self.full
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
            guard let packet = try? parse(bytes) else { continue }
            #expect(packet.payload.upperBound + packet.paddingCount == bytes.count)
            #expect(packet.payload.lowerBound >= 12 + 4 * packet.contributingSourceCount)
        }
    }

    @Test func `one source numbers audio and events in one sequence`() {
        var packetizer = RTPPacketizer(
            source: 7, firstSequenceNumber: 65_535, firstTimestamp: 0xFFFF_FF00, clockRate: 48_000)
        let audio = packetizer.nextHeader(payloadType: 111, marker: true)
        packetizer.advance()
        let event = packetizer.nextHeader(payloadType: 110, timestamp: audio.timestamp)
        packetizer.advance()
        let next = packetizer.nextHeader(payloadType: 111)
        #expect([audio, event, next].map(\.sequenceNumber) == [65_535, 0, 1])
        #expect([audio, event, next].map(\.timestamp) == [0xFFFF_FF00, 0xFFFF_FF00, 0xFFFF_FF00 &+ 1920])
    }

    @Test(arguments: [
        ([UInt8](), DatagramKind.unknown), ([0, 1], .stun), ([22, 254], .dtls), ([64, 0], .turnChannel),
        ([0x80, 111], .rtp), ([0x80, 0x80 | 111], .rtp), ([0x81, 200], .rtcp), ([0x8F, 206], .rtcp), ([0x80], .unknown),
        ([200, 0], .unknown),
    ])
    func `the first two bytes distinguish the protocols of one port`(bytes: [UInt8], kind: DatagramKind) {
        #expect(bytes.withUnsafeBytes { DatagramKind($0) } == kind)
    }
}
