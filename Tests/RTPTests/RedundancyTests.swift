import RTP
import Testing

/// Payloads of RFC 2198, written and read.
struct RedundancyTests {
    /// Writes packets of one byte each, numbered, and says what the last one carries: `3+1` is packet 3 with a copy of 1.
    private func carried(
        _ numbers: [UInt8], copies: Int, ticks: UInt32 = 960, isFarApart: Bool = false
    ) throws -> String {
        var writer = RedundancyWriter()
        var packed: [UInt8] = []
        for number in numbers {
            [number].withUnsafeBytes {
                writer.write(
                    $0, payloadType: 111, timestamp: UInt32(number) * ticks &+ 4_294_960_000, ticks: ticks,
                    copies: copies, isFarApart: isFarApart, into: &packed)
            }
        }
        return try packed.withUnsafeBytes { bytes in
            let payload = try RedundantPayload(parsing: bytes)
            #expect(payload.primaryType == 111 && payload.copies.allSatisfy { $0.payloadType == 111 })
            for copy in payload.copies {
                #expect(copy.timestampOffset == UInt32((numbers.last ?? 0) - bytes[copy.range.lowerBound]) * ticks)
            }
            let parts = payload.copies.reversed().map { "+\(bytes[$0.range.lowerBound])" }
            return "\(bytes[payload.primary.lowerBound])" + parts.joined()
        }
    }

    @Test func `the first packets have nothing to repeat`() throws {
        #expect(try carried([1], copies: 2) == "1")
        #expect(try carried([1, 2], copies: 2) == "2")
        #expect(try carried([1, 2, 3], copies: 2) == "3+1")
    }

    @Test func `a packet repeats the second and the fourth before it`() throws {
        #expect(try carried([1, 2, 3, 4, 5, 6, 7], copies: 2) == "7+5+3")
        #expect(try carried([1, 2, 3, 4, 5, 6, 7], copies: 1) == "7+5")
        #expect(try carried([1, 2, 3, 4, 5, 6, 7], copies: 0) == "7")
    }

    @Test func `for bursts a packet repeats the third and the eighth before it, or the eighth only`() throws {
        let numbers = Array(1...12 as ClosedRange<UInt8>)
        #expect(try carried(numbers, copies: 2, isFarApart: true) == "12+9+4")
        #expect(try carried(numbers, copies: 1, isFarApart: true) == "12+4")
        #expect(try carried([1, 2, 3, 4, 5], copies: 2, isFarApart: true) == "5+2")
    }

    @Test func `packets before a pause are not repeated`() throws {
        #expect(try carried([1, 2, 3, 50], copies: 2) == "50")
        #expect(try carried([1, 2, 3, 50, 51, 52], copies: 2) == "52+50")
    }

    @Test func `an offset that has no room is left out`() throws {
        #expect(try carried([1, 2, 3, 4, 5], copies: 2, ticks: 5760) == "5+3")
    }

    private static let malformed: [([UInt8], RTPError.Code, Int)] = [
        ([], .truncated, 0), ([0x80 | 111], .truncated, 0), ([0xEF, 0, 4, 1], .truncated, 4),
        ([0xEF, 0, 4, 200, 111, 1], .truncated, 5),
        (Array([[UInt8]](repeating: [0xEF, 0, 0, 0], count: 5).joined()) + [111], .limitReached, 16),
    ]

    @Test(arguments: malformed)
    func `bytes that are not a redundant payload are refused with the place`(
        bytes: [UInt8], code: RTPError.Code, offset: Int
    ) {
        let error = #expect(throws: RTPError.self) { try bytes.withUnsafeBytes { try RedundantPayload(parsing: $0) } }
        #expect(error?.code == code && error?.offset == offset)
    }

    @Test func `no bytes make the reader go beyond their end`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            bytes.withUnsafeBytes { raw in
                guard let payload = try? RedundantPayload(parsing: raw) else { return }
                #expect(payload.primary.upperBound == raw.count && payload.copies.count <= RedundantPayload.copiesMax)
                #expect(payload.copies.allSatisfy { $0.range.upperBound <= payload.primary.lowerBound })
            }
        }
    }

    /// Every frame of a stream of three bytes each, with so many copies, over a network that loses what `loses` says.
    private func played(copies: Int, isFarApart: Bool = false, loses: (Int) -> Bool) -> JitterStatistics {
        var writer = RedundancyWriter()
        var buffer = JitterBuffer(clockRate: 48_000)
        var packed: [UInt8] = []
        for number in 0..<1000 {
            let now = Duration.milliseconds(20 * number)
            let header = RTPHeader(
                payloadType: 111, sequenceNumber: UInt16(number), timestamp: UInt32(number * 960), source: 1)
            Self.frame(number).withUnsafeBytes {
                writer.write(
                    $0, payloadType: 111, timestamp: header.timestamp, ticks: 960, copies: copies,
                    isFarApart: isFarApart, into: &packed)
            }
            if !loses(number) { Self.receive(packed, header, at: now, into: &buffer) }
            if case .packet(let packet) = buffer.pull(at: now) {
                #expect(packet.payload == Self.frame(Int(packet.header.timestamp) / 960))
            }
        }
        return buffer.statistics
    }

    private static func frame(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 3)
    }

    private static func receive(
        _ packed: [UInt8], _ header: RTPHeader, at now: Duration, into buffer: inout JitterBuffer
    ) {
        packed.withUnsafeBytes { bytes in
            guard let payload = try? RedundantPayload(parsing: bytes) else { return }
            _ = buffer.push(header, payload: UnsafeRawBufferPointer(rebasing: bytes[payload.primary]), at: now)
            for copy in payload.copies {
                buffer.pushCopy(
                    behind: header, offset: copy.timestampOffset,
                    payload: UnsafeRawBufferPointer(rebasing: bytes[copy.range]), at: now)
            }
        }
    }

    @Test func `two copies bridge bursts of four without a made-up frame, once the delay has grown for them`() {
        let statistics = played(copies: 2) { $0 > 20 && $0 % 25 < 4 }
        #expect(statistics.repaired >= 150)
        #expect(statistics.concealed + statistics.recovered <= 30)
    }

    @Test func `copies far apart bridge bursts of seven, of which copies near by leave four`() {
        let loses = { (number: Int) in number > 20 && number % 25 < 7 }
        let far = played(copies: 2, isFarApart: true, loses: loses)
        let near = played(copies: 2, loses: loses)
        #expect(far.concealed + far.recovered <= 40)
        #expect(near.concealed + near.recovered >= 100)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `of random loss hardly a frame is made up, for the second copies are waited for too`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let statistics = played(copies: 2) { $0 > 20 && random.unit() < 0.1 }
        #expect(statistics.repaired >= 60)
        #expect(statistics.concealed + statistics.recovered <= 20)
    }

    @Test func `without copies the same bursts are heard`() {
        let statistics = played(copies: 0) { $0 > 20 && $0 % 25 < 4 }
        #expect(statistics.concealed + statistics.recovered >= 140)
        #expect(statistics.repaired == 0)
    }

    @Test func `copies of received packets change nothing`() {
        let statistics = played(copies: 2) { _ in false }
        #expect(statistics.repaired == 0 && statistics.duplicates == 0 && statistics.late == 0)
        #expect(statistics.concealed == 0)
    }
}
