import RTP
import Testing

struct ComfortNoiseTests {
    private static func read(_ payload: [UInt8]) -> NoiseDescription? {
        payload.withUnsafeBytes { NoiseDescription(parsing: $0) }
    }

    /// Four seconds of noise, after a second in which it has come to its level.
    private static func play(_ payload: [UInt8], seed: UInt64 = 1) throws -> [Double] {
        var noise = ComfortNoise(seed: seed)
        noise.follow(try #require(read(payload)))
        return (0..<40_000).map { _ in Double(noise.next()) }.suffix(32_000)
    }

    private static func meanSquare(_ samples: [Double]) -> Double {
        samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
    }

    /// The correlation of neighbors, -1…1: near 1 for dark noise, near -1 for bright noise.
    private static func neighbors(_ samples: [Double]) -> Double {
        zip(samples, samples.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / samples.reduce(0) { $0 + $1 * $1 }
    }

    private static func decibels(_ level: UInt8) -> Double {
        (0..<level).reduce(32_768.0 * 32_768) { power, _ in power * 0.794_328_234_724_281_5 }
    }

    /// Whether two powers differ by a decibel at most.
    private static func areWithinADecibel(_ one: Double, _ other: Double) -> Bool {
        one < other * 1.258_925 && other < one * 1.258_925
    }

    @Test(arguments: [10, 30, 45, 60, 78] as [UInt8], [[], [100, 140], [40, 180, 127, 90, 160, 127, 110, 130]])
    func `noise has the level that was sent, whatever its spectrum`(level: UInt8, coefficients: [UInt8]) throws {
        let power = Self.meanSquare(try Self.play([level] + coefficients))
        #expect(Self.areWithinADecibel(power, Self.decibels(level)), "\(power)")
    }

    @Test func `the quietest level is silence, and so is a generator without a description`() throws {
        #expect(try Self.play([127]).allSatisfy { $0 == 0 })
        var noise = ComfortNoise(seed: 1)
        #expect((0..<1000).allSatisfy { _ in noise.next() == 0 })
    }

    @Test func `a first coefficient below zero darkens the noise, one above zero brightens it`() throws {
        // With one coefficient k, neighbors correlate by -k.
        for number: UInt8 in [7, 47, 87, 127, 167, 207, 247] {
            let coefficient = 258 * (Double(number) - 127) / 32_768
            let correlation = Self.neighbors(try Self.play([40, number]))
            #expect(abs(correlation + coefficient) < 0.03, "\(number): \(correlation)")
        }
    }

    @Test func `two coefficients make the resonance of their filter`() throws {
        // k₁ = 0 and k₂ = 0.9 make poles at a quarter of the rate: two samples apart, the noise has the other sign.
        let samples = try Self.play([40, 127, 241])
        let apart = zip(samples, samples.dropFirst(2)).reduce(0) { $0 + $1.0 * $1.1 }
        #expect(abs(apart / samples.reduce(0) { $0 + $1 * $1 } + 0.9) < 0.03)
        #expect(abs(Self.neighbors(samples)) < 0.03)
    }

    @Test func `equal seeds give equal noise, other seeds other noise`() throws {
        #expect(try Self.play([40, 90]) == Self.play([40, 90]))
        #expect(try Self.play([40, 90]) != Self.play([40, 90], seed: 2))
    }

    @Test func `a payload without a byte describes nothing`() {
        #expect(Self.read([]) == nil)
    }

    @Test func `of a payload of 300 bytes ten coefficients are used`() throws {
        let long = [UInt8](repeating: 90, count: 300)
        #expect(try #require(Self.read(long)).coefficients.count == 10)
        #expect(Self.read(long) == Self.read([UInt8](long.prefix(11))))
        #expect(try Self.play(long).allSatisfy { $0.magnitude < 10 })
    }

    @Test func `the unused bit of the level is ignored`() {
        #expect(Self.read([0x80 | 52]) == Self.read([52]))
        #expect(Self.read([0xFF])?.level == 127)
    }

    @Test(arguments: [0, 254, 255] as [UInt8])
    func `the outermost coefficients are stable`(number: UInt8) throws {
        let description = try #require(Self.read([20] + [UInt8](repeating: number, count: 10)))
        #expect(description.coefficients.allSatisfy { $0.magnitude < 1 })
        // White noise at this level stays below 5676, and no gain of the filter adds to its power.
        let power = Self.meanSquare(try Self.play([20] + [UInt8](repeating: number, count: 10)))
        #expect(power < Self.decibels(20) * 10)
    }

    @Test func `a change of the spectrum from description to description makes no loud sound`() throws {
        var noise = ComfortNoise(seed: 5), generator = SeededGenerator(seed: 5)
        var loudest = 0.0
        for _ in 0..<2000 {
            let numbers = (0..<10).map { _ in UInt8.random(in: 0...254, using: &generator) }
            noise.follow(try #require(Self.read([40] + numbers)))
            for _ in 0..<160 { loudest = max(loudest, Double(noise.next().magnitude)) }
        }
        // The level is 328; noise of any spectrum rarely reaches five times its level.
        #expect(loudest < 8 * 328)
    }

    @Test func `noise is described to half a decibel, and a description is read as it was written`() throws {
        for level in UInt8(0)...126 {
            #expect(NoiseDescription(meanSquare: Self.decibels(level)).level == level)
            #expect(NoiseDescription(meanSquare: Self.decibels(level) * 1.1).level == level)
            #expect(NoiseDescription(meanSquare: Self.decibels(level) * 0.9).level == level)
        }
        #expect(NoiseDescription(meanSquare: 0).level == 127)
        for number in UInt8(0)...254 {
            let description = try #require(Self.read([70, number, 254 - number]))
            var payload: [UInt8] = []
            description.write(into: &payload)
            #expect(payload == [70, number, 254 - number])
        }
    }
}
