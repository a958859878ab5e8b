import MediaEngine
import Testing

struct ResamplerTests {
    private func tone(_ frequency: Double, rate: Int, seconds: Double = 0.5) -> [Int16] {
        // The generator plays at 48 kHz; a frequency scaled by the rates is the same tone at another rate.
        let count = Int(Double(rate) * seconds)
        let generator = ToneGenerator(frequency: frequency * 48_000 / Double(rate), amplitude: 0.5)
        let frames = count / AudioFrame.sampleCount + 1
        return Array(Sound.frames(frames, of: generator).prefix(count))
    }

    private func resample(_ samples: [Int16], from: Int, to: Int, pieces: Int = .max) throws -> [Int16] {
        var resampler = try #require(Resampler(from: from, to: to))
        var output: [Int16] = []
        var start = 0
        while start < samples.count {
            let end = start + min(pieces, samples.count - start)
            samples[start..<end].withUnsafeBufferPointer { resampler.process($0, into: &output) }
            start = end
        }
        return output
    }

    /// Fits a sine of that frequency by least squares and compares it with the rest, in decibels.
    private func signalToNoise(_ samples: [Int16], _ frequency: Double, rate: Int) -> Double {
        let generator = ToneGenerator(frequency: frequency * 48_000 / Double(rate), amplitude: 1)
        let quarter = Int((Double(rate) / frequency / 4).rounded())
        let settled = samples.dropFirst(rate / 20).dropLast(rate / 20)
        let reference = Sound.frames((settled.count + quarter) / 960 + 2, of: generator).map(Double.init)
        let values = settled.map(Double.init)
        var (ss, cc, sc, xs, xc) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for index in values.indices {
            let (sine, cosine, value) = (reference[index], reference[index + quarter], values[index])
            ss += sine * sine
            cc += cosine * cosine
            sc += sine * cosine
            xs += value * sine
            xc += value * cosine
        }
        let determinant = ss * cc - sc * sc
        let a = (xs * cc - xc * sc) / determinant
        let b = (xc * ss - xs * sc) / determinant
        var (signal, noise) = (0.0, 0.0)
        for index in values.indices {
            let fitted = a * reference[index] + b * reference[index + quarter]
            signal += fitted * fitted
            noise += (values[index] - fitted) * (values[index] - fitted)
        }
        var ratio = signal / max(noise, 1e-9)
        var decibels = 0.0
        while ratio >= 10 {
            ratio /= 10
            decibels += 10
        }
        return decibels
    }

    @Test(arguments: [
        (8000, 48_000, 440.0), (8000, 48_000, 3400), (48_000, 8000, 440), (48_000, 8000, 3400), (16_000, 48_000, 1000),
        (16_000, 48_000, 6800), (48_000, 16_000, 1000), (44_100, 48_000, 440), (44_100, 48_000, 15_000),
        (48_000, 44_100, 1000),
    ])
    func `a tone comes out as the same tone`(from: Int, to: Int, frequency: Double) throws {
        let input = tone(frequency, rate: from)
        let output = try resample(input, from: from, to: to)
        #expect(abs(output.count - input.count * to / from) <= 1)
        #expect(signalToNoise(output, frequency, rate: to) >= 60)
        let level = Array(output.dropFirst(to / 10)).withUnsafeBufferPointer { AudioFrame.level(of: $0) }
        #expect(abs(level - 0.5 / 2.0.squareRoot()) < 0.005)
    }

    @Test(arguments: [4700.0, 6000, 12_000, 20_000])
    func `frequencies above the lower rate's limit are filtered out, not folded back`(frequency: Double) throws {
        let output = try resample(tone(frequency, rate: 48_000), from: 48_000, to: 8000)
        let level = Array(output.dropFirst(800)).withUnsafeBufferPointer { AudioFrame.level(of: $0) }
        // 60 dB below the tone.
        #expect(level < 0.5 / 2.0.squareRoot() / 1000)
    }

    @Test(arguments: [1, 7, 160, 441])
    func `the size of the pieces makes no difference`(size: Int) throws {
        let input = tone(700, rate: 44_100, seconds: 0.1)
        #expect(
            try resample(input, from: 44_100, to: 48_000, pieces: size) == resample(input, from: 44_100, to: 48_000))
    }

    @Test func `rates without measure are refused`() {
        #expect(Resampler(from: 0, to: 48_000) == nil)
        #expect(Resampler(from: 8000, to: 1_000_000) == nil)
        #expect(Resampler(from: 47_999, to: 48_000) == nil)
    }
}
