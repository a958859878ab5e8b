import RTP
import Testing

/// Pauses of G.711 that are described (RFC 3389), in a jitter buffer. Frames are 20 ms: `p7` for sound of packet 7, the
/// same with an n for the noise that it describes, `cng` for noise without a packet.
struct DescribedPauseTests {
    private var buffer = JitterBuffer(clockRate: 8000)
    private var now = Duration.zero

    private mutating func push(
        number: Int, frame: Int, _ content: JitterBuffer.Content = .audio, byteCount: Int = 160
    ) {
        let header = RTPHeader(
            payloadType: content == .audio ? 0 : 13, sequenceNumber: UInt16(number), timestamp: UInt32(frame * 160),
            source: 1)
        let payload = [UInt8](repeating: 60, count: byteCount)
        _ = payload.withUnsafeBytes { buffer.push(header, payload: $0, content: content, at: now) }
    }

    private mutating func pull() -> String {
        now += .milliseconds(20)
        return switch buffer.pull(at: now) {
        case .packet(let packet): "\(packet.content == .audio ? "p" : "n")\(packet.header.sequenceNumber)"
        case .recover(let packet): "fec\(packet.header.sequenceNumber)"
        case .conceal: "plc"
        case .comfort: "cng"
        case .silence: "-"
        }
    }

    private mutating func pull(_ count: Int) -> [String] { (0..<count).map { _ in pull() } }

    @Test mutating func `a described pause is noise until the sender speaks, and nothing counts as lost`() {
        push(number: 0, frame: 0)
        push(number: 1, frame: 1)
        push(number: 2, frame: 2, .comfortNoise, byteCount: 1)
        #expect(pull(5) == ["-", "-", "p0", "p1", "n2"])
        #expect(pull(500).allSatisfy { $0 == "cng" })
        push(number: 3, frame: 505)
        push(number: 4, frame: 506)
        #expect(pull(4) == ["cng", "cng", "p3", "p4"])
        let statistics = buffer.statistics
        #expect(statistics.concealed == 0 && statistics.recovered == 0 && statistics.gaps == 0)
        #expect(statistics.comforted >= 501 && statistics.played == 4)
    }

    @Test mutating func `a pause that is described each 100 milliseconds does not change the length of packets`() {
        var heard: [String] = []
        for frame in 0..<60 {
            if frame < 5 { push(number: frame, frame: frame) }
            let number = 4 + frame / 5
            if frame >= 5, frame.isMultiple(of: 5) { push(number: number, frame: frame, .comfortNoise, byteCount: 9) }
            heard.append(pull())
        }
        #expect(heard.prefix(14).joined(separator: " ") == "- - p0 p1 p2 p3 p4 n5 cng cng cng cng n6 cng")
        #expect(buffer.packetTicks == 160 && buffer.statistics.concealed == 0)
    }

    @Test mutating func `descriptions that come all at once do not change the length of packets`() {
        for frame in 0..<10 {
            if frame < 5 { push(number: frame, frame: frame) }
            _ = pull()
        }
        for number in 5..<8 { push(number: number, frame: 5 * (number - 3), .comfortNoise, byteCount: 9) }
        #expect(buffer.packetTicks == 160)
    }

    @Test(arguments: [0, 1, 11, 300])
    mutating func `a description of any length announces a pause`(byteCount: Int) {
        push(number: 0, frame: 0)
        push(number: 1, frame: 1, .comfortNoise, byteCount: byteCount)
        #expect(pull(60).suffix(56).allSatisfy { $0 == "cng" })
    }

    @Test mutating func `a minute without a sign of life is silence`() {
        push(number: 0, frame: 0, .comfortNoise, byteCount: 1)
        #expect(pull(3) == ["-", "-", "n0"])
        #expect(pull(3000).allSatisfy { $0 == "cng" })
        #expect(pull(2) == ["-", "-"])
    }

    @Test mutating func `a stream that begins with a pause is heard from its first word on`() {
        push(number: 0, frame: 0, .comfortNoise, byteCount: 1)
        #expect(pull(100).suffix(97).allSatisfy { $0 == "cng" })
        for number in 1..<5 { push(number: number, frame: 100 + number) }
        #expect(pull(7).suffix(4) == ["p1", "p2", "p3", "p4"])
    }

    @Test mutating func `a pause does not harm the score`() {
        var heard = ReceiveQuality()
        for number in 0..<50 {
            push(number: number, frame: number)
            _ = pull()
        }
        heard.note(buffer.statistics, waiting: .zero)
        let before = MeanOpinionScore.estimate(of: heard, roundTrip: .zero)
        push(number: 50, frame: 50, .comfortNoise, byteCount: 1)
        for _ in 0..<20 {
            _ = pull(50)
            heard.note(buffer.statistics, waiting: .zero)
        }
        #expect(MeanOpinionScore.estimate(of: heard, roundTrip: .zero) == before)
    }
}
