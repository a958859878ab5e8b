import RTP
import Testing

/// Transcripts: packets in, played audio out. The delay before the start is 60 ms: two pulls of silence, then the
/// packet.
struct JitterBufferTests {
    /// A buffer, its clock and a short way to write down what happens.
    struct Bench {
        var buffer: JitterBuffer
        var now: Duration = .zero
        var source: UInt32 = 1
        let frameTicks: UInt32

        init(clockRate: UInt32 = 48_000) {
            buffer = JitterBuffer(clockRate: clockRate)
            frameTicks = clockRate / 50
        }

        /// Pushes packets by number; the timestamp follows from it.
        @discardableResult
        mutating func push(_ numbers: Int..., content: JitterBuffer.Content = .audio) -> [JitterBuffer.Arrival] {
            numbers.map { push(number: $0, timestamp: $0, content: content) }
        }

        @discardableResult
        mutating func push(
            number: Int, timestamp: Int, content: JitterBuffer.Content = .audio, byteCount: Int = 3
        ) -> JitterBuffer.Arrival {
            let header = RTPHeader(
                payloadType: 111, sequenceNumber: UInt16(truncatingIfNeeded: number),
                timestamp: UInt32(truncatingIfNeeded: timestamp * Int(frameTicks)), source: source)
            let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: byteCount)
            return payload.withUnsafeBytes { buffer.push(header, payload: $0, content: content, at: now) }
        }

        /// 20 ms pass and a frame is played: `p7`, `fec8` (lost 7, rebuilt from 8), `plc`, `cng` or `-`.
        mutating func pull() -> String {
            now += .milliseconds(20)
            switch buffer.pull(at: now) {
            case .packet(let packet): return "p\(packet.header.sequenceNumber)"
            case .recover(let packet): return "fec\(packet.header.sequenceNumber)"
            case .conceal: return "plc"
            case .comfort: return "cng"
            case .silence: return "-"
            }
        }

        mutating func pull(_ count: Int) -> String {
            (0..<count).map { _ in pull() }.joined(separator: " ")
        }

        /// Pushes and pulls in turn, as a network without faults does.
        mutating func stream(_ numbers: Range<Int>) -> String {
            numbers.map { number in
                push(number)
                return pull()
            }.joined(separator: " ")
        }
    }

    @Test func `packets in order are played in order after sixty milliseconds`() {
        var bench = Bench()
        #expect(bench.pull(2) == "- -")
        #expect(bench.stream(10..<16) == "- - p10 p11 p12 p13")
        #expect(bench.buffer.bufferedDelay == .milliseconds(40))
    }

    @Test func `reordered packets are put back in order`() {
        var bench = Bench()
        bench.push(12, 10, 11)
        #expect(bench.pull(2) == "- -")
        bench.push(14, 13)
        #expect(bench.pull(5) == "p10 p11 p12 p13 p14")
    }

    @Test func `a duplicate is played once, a late packet not at all`() {
        var bench = Bench()
        #expect(bench.stream(0..<6) == "- - p0 p1 p2 p3")
        #expect(bench.push(5, 5, 1) == [.duplicate, .duplicate, .late])
        #expect(bench.pull(2) == "p4 p5")
        #expect(bench.buffer.statistics.duplicates == 2)
        #expect(bench.buffer.statistics.late == 1)
    }

    @Test func `a lost packet is rebuilt from its successor`() {
        var bench = Bench()
        bench.push(0, 1, 3, 4)
        #expect(bench.pull(7) == "- - p0 p1 fec3 p3 p4")
    }

    @Test func `of a burst only the last lost packet can be rebuilt`() {
        var bench = Bench()
        bench.push(0, 1, 5, 6)
        #expect(bench.pull(9) == "- - p0 p1 plc plc fec5 p5 p6")
    }

    @Test func `a sender that falls silent is concealed for a while, then there is silence`() {
        var bench = Bench()
        bench.push(0)
        #expect(bench.pull(15) == "- - p0 plc plc plc plc plc plc plc plc plc plc - -")
    }

    @Test func `a sender that announces a pause is heard as noise until it speaks, and nothing counts as lost`() {
        var bench = Bench()
        bench.push(0, 1)
        bench.push(number: 2, timestamp: 2, byteCount: 1)
        #expect(bench.pull(20).hasSuffix("p2 cng cng cng cng cng cng cng cng cng cng cng cng cng cng cng"))
        bench.push(number: 3, timestamp: 22, byteCount: 1)
        #expect(bench.pull(6).hasSuffix("p3 cng"))
        bench.push(number: 4, timestamp: 27)
        bench.push(number: 5, timestamp: 28)
        #expect(bench.pull(5).hasSuffix("p4 p5"))
        #expect(bench.buffer.statistics.concealed == 0)
        #expect(bench.buffer.statistics.comforted >= 16)
    }

    @Test func `a pause without a sign of life for a second becomes silence, which counts as loss`() {
        var bench = Bench()
        bench.push(number: 0, timestamp: 0, byteCount: 2)
        #expect(bench.pull(3) == "- - p0")
        #expect(bench.pull(52) == String(repeating: "cng ", count: 50) + "- -")
    }

    @Test func `a packet that comes a little after its turn is still played, and the delay grows`() {
        var bench = Bench()
        bench.push(0, 1)
        #expect(bench.pull(5) == "- - p0 p1 plc")
        bench.push(2, 3)
        #expect(bench.pull(3) == "p2 p3 plc")
    }

    @Test func `telephone events use up numbers but are not concealed`() {
        var bench = Bench()
        bench.push(0, 1)
        for number in 2..<9 { bench.push(number: number, timestamp: 2, content: .telephoneEvent) }
        #expect(bench.pull(8) == "- - p0 p1 - - - -")
        bench.push(number: 9, timestamp: 9)
        bench.push(number: 10, timestamp: 10)
        #expect(bench.pull(5) == "- - - p9 p10")
        #expect(bench.buffer.statistics.concealed == 0)
    }

    @Test func `lost telephone events leave silence, not made-up sound`() {
        var bench = Bench()
        bench.push(0, 1)
        for number in [2, 4, 6] { bench.push(number: number, timestamp: 2, content: .telephoneEvent) }
        // 7 and 8, the repeated end packets, are lost as well.
        bench.push(number: 9, timestamp: 6)
        #expect(bench.pull(9) == "- - p0 p1 - - - - p9")
        #expect(bench.buffer.statistics.concealed == 0)
        #expect(bench.buffer.statistics.recovered == 0)
    }

    @Test func `another source starts anew`() {
        var bench = Bench()
        #expect(bench.stream(0..<5) == "- - p0 p1 p2")
        bench.source = 2
        #expect(bench.push(700, 701) == [.restarted, .queued])
        #expect(bench.pull(4) == "- - p700 p701")
    }

    @Test func `sequence numbers and timestamps wrap`() {
        var bench = Bench(clockRate: 8000)
        let first = 65_533
        for number in first..<(first + 8) {
            // The timestamp wraps at the third packet.
            bench.push(number: number, timestamp: (1 << 32) / 160 - 2 + number - first)
        }
        #expect(bench.pull(10) == "- - p65533 p65534 p65535 p0 p1 p2 p3 p4")
    }

    @Test func `a jump of the sequence is believed at the second packet`() {
        var bench = Bench()
        #expect(bench.stream(0..<5) == "- - p0 p1 p2")
        let arrivals = [
            bench.push(number: 30_000, timestamp: 5), bench.push(number: 30_001, timestamp: 6),
            bench.push(number: 30_002, timestamp: 7),
        ]
        #expect(arrivals == [.doubtful, .restarted, .queued])
        #expect(bench.pull(4) == "- - p30001 p30002")
    }

    @Test func `a timestamp set anew by the sender does not silence it`() {
        var bench = Bench()
        #expect(bench.stream(0..<6) == "- - p0 p1 p2 p3")
        for number in 6..<10 { bench.push(number: number, timestamp: number + 9_000_000) }
        #expect(bench.pull(4) == "- - p6 p7")
    }

    @Test func `a pause in sending keeps the delay`() {
        var bench = Bench()
        #expect(bench.stream(0..<4) == "- - p0 p1")
        #expect(bench.pull(2) == "p2 p3")
        _ = bench.pull(40)
        // Discontinuous transmission: the sequence goes on, the timestamp has moved with time.
        bench.push(number: 4, timestamp: 46)
        #expect(bench.pull(3) == "- - p4")
    }

    @Test func `packets of other lengths are noticed`() {
        for milliseconds in [10, 20, 40, 60] {
            var buffer = JitterBuffer(clockRate: 8000)
            for number in 0..<4 {
                let header = RTPHeader(
                    payloadType: 0, sequenceNumber: UInt16(number), timestamp: UInt32(number * milliseconds * 8),
                    source: 1)
                [UInt8(0)].withUnsafeBytes { _ = buffer.push(header, payload: $0, at: .zero) }
            }
            #expect(buffer.packetTicks == UInt32(milliseconds * 8))
        }
    }

    @Test func `without pulls, the newest packets are left`() {
        var bench = Bench()
        #expect(bench.stream(0..<4) == "- - p0 p1")
        for number in 4..<1000 {
            bench.now += .milliseconds(20)
            bench.push(number)
        }
        let played = (0..<10).map { _ in bench.pull() }.filter { $0.hasPrefix("p") && $0 != "plc" }
        #expect(played.first.map { Int($0.dropFirst()) ?? 0 >= 870 } == true)
        // However much had gathered, the waiting audio comes down to the wanted delay.
        #expect(bench.buffer.bufferedDelay <= .milliseconds(100))
    }
}
