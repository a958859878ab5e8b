import RTP
import Testing

struct G711Tests {
    // ITU-T G.711 table 2a: character signals of the output values, scaled from 14 to 16 bits.
    @Test(arguments: [
        (0x80 as UInt8, 32_124 as Int16), (0x8F, 16_764), (0x9F, 8_316), (0xAF, 4_092), (0xBF, 1_980), (0xCF, 924),
        (0xDF, 396), (0xEF, 132), (0xFE, 8), (0xFF, 0), (0x00, -32_124), (0x6F, -132), (0x7E, -8), (0x7F, 0),
    ])
    func `µ-law codes decode to the values of table 2a and 2b`(code: UInt8, sample: Int16) {
        #expect(G711.decode(code, .mu) == sample)
    }

    // ITU-T G.711 table 1a: output values, scaled from 13 to 16 bits; even bits inverted.
    @Test(arguments: [
        (0xAA as UInt8, 32_256 as Int16), (0xA5, 16_896), (0xB5, 8_448), (0x85, 4_224), (0x95, 2_112), (0xE5, 1_056),
        (0xF5, 528), (0xC5, 264), (0xD5, 8), (0x55, -8), (0x2A, -32_256), (0x45, -264),
    ])
    func `A-law codes decode to the values of table 1a and 1b`(code: UInt8, sample: Int16) {
        #expect(G711.decode(code, .a) == sample)
    }

    /// The decision values of table 2a: 14 bits, steps of 1, 2, 4, … 256.
    static let muDecisions: [Int] = {
        var values = [0, 1]
        for _ in 0..<15 { values.append((values.last ?? 0) + 2) }
        for segment in 1..<8 {
            for _ in 0..<16 { values.append((values.last ?? 0) + 2 << segment) }
        }
        return values
    }()

    /// The decision values of table 1a: 12 bits, steps of 1, 1, 2, 4, … 64.
    static let aDecisions: [Int] = {
        var values = [0]
        for segment in 0..<8 {
            for _ in 0..<16 { values.append((values.last ?? 0) + 1 << max(segment - 1, 0)) }
        }
        return values
    }()

    @Test func `the encoders change their code exactly at the decision values`() {
        #expect(Self.muDecisions.last == 8159 && Self.muDecisions.count == 129)
        #expect(Self.aDecisions.last == 2048 && Self.aDecisions.count == 129)
        for sample in 0...Int(Int16.max) {
            let mu = Self.muDecisions.dropFirst().prefix(127).count { $0 <= sample >> 2 }
            #expect(G711.encode(Int16(sample), .mu) == UInt8(0xFF - mu))
            let a = Self.aDecisions.dropFirst().prefix(127).count { $0 <= sample >> 4 }
            #expect(G711.encode(Int16(sample), .a) == UInt8(0x80 | a) ^ 0x55)
        }
    }

    @Test(arguments: [G711.Law.mu, .a])
    func `negative samples mirror positive ones in one's complement`(law: G711.Law) {
        for sample in Int16(0)...Int16.max {
            #expect(G711.encode(~sample, law) == G711.encode(sample, law) ^ 0x80)
        }
    }

    @Test(arguments: [G711.Law.mu, .a])
    func `a decoded code encodes to itself`(law: G711.Law) {
        for code in UInt8.min...UInt8.max where !(law == .mu && code == 0x7F) {
            #expect(G711.encode(G711.decode(code, law), law) == code)
        }
    }

    @Test(arguments: [(G711.Law.mu, 132, 644), (.a, 0, 512)])
    func `the error of a round trip stays within half a step`(law: G711.Law, bias: Int, atMost: Int) {
        for sample in Int16.min...Int16.max {
            let error = abs(Int(G711.decode(G711.encode(sample, law), law)) - Int(sample))
            let magnitude = abs(Int(sample)) + bias
            // Sixteen steps a segment: a step is at most 1/16 of the value, half of it 1/32, plus the bits cut off.
            #expect(error <= max(magnitude / 32 + 4, 9))
            #expect(error <= atMost)
        }
    }

    @Test func `buffers of different length are coded as far as both reach`() {
        let samples: [Int16] = [0, 1000, -1000]
        var codes = [UInt8](repeating: 1, count: 2)
        let count = samples.withUnsafeBufferPointer { samples in
            codes.withUnsafeMutableBytes { G711.encode(samples, .mu, into: $0) }
        }
        #expect(count == 2)
        #expect(codes == [0xFF, G711.encode(1000, .mu)])
    }
}
