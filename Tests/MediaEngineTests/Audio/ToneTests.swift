import MediaEngine
import Testing

struct ToneTests {
    @Test(arguments: [(440.0, 0.3), (1000, 0.9), (50, 0.06), (8000, 0.5)])
    func `the meter measures the tone that the generator plays`(frequency: Double, amplitude: Double) throws {
        let generator = ToneGenerator(frequency: frequency, amplitude: amplitude)
        let meter = ToneMeter([frequency, 700, 3000])
        Sound.give(Sound.frames(10, of: generator), to: meter)
        let level = try #require(meter.level(of: frequency))
        #expect(abs(level - amplitude) < 0.002)
        #expect(abs(meter.reading.level - amplitude / 2.0.squareRoot()) < 0.002)
        #expect(try #require(meter.level(of: 3000)) < 0.002)
        #expect(meter.dominantFrequency == frequency)
        #expect(meter.reading.firstHeardFrames == [4, nil, nil])
        #expect(meter.level(of: 1234) == nil)
    }

    @Test func `nothing dominates silence, nor two tones of one loudness`() {
        let meter = ToneMeter([440, 1000])
        Sound.give(Sound.frames(5, of: SilenceSource()), to: meter)
        #expect(meter.dominantFrequency == nil)
        let both = ToneGenerator([Tone(frequency: 440), Tone(frequency: 1000)])
        Sound.give(Sound.frames(5, of: both), to: meter)
        #expect(meter.dominantFrequency == nil)
        #expect(meter.reading.levels.allSatisfy { abs($0 - 0.3) < 0.002 })
        #expect(meter.reading.firstHeardFrames == [nil, nil])
    }

    @Test func `the first frame of a tone is remembered until it is forgotten`() {
        let meter = ToneMeter([440, 1000], windowFrames: 1)
        let generator = ToneGenerator(frequency: 440)
        Sound.give(Sound.frames(7, of: SilenceSource()), to: meter)
        Sound.give(Sound.frames(3, of: generator), to: meter)
        generator.tones = [Tone(frequency: 1000)]
        Sound.give(Sound.frames(3, of: generator), to: meter)
        #expect(meter.reading.firstHeardFrames == [7, 10])
        meter.forgetFirstHeard()
        Sound.give(Sound.frames(1, of: generator), to: meter)
        #expect(meter.reading.firstHeardFrames == [nil, 13])
    }

    @Test func `a change of tone does not click`() {
        let generator = ToneGenerator(frequency: 440, amplitude: 0.5)
        var samples = Sound.frames(1, of: generator)
        for frequency in [523.25, 659.25, 440] {
            generator.tones = [Tone(frequency: frequency, amplitude: 0.5)]
            samples += Sound.frames(1, of: generator)
        }
        // The steepest step of a 659.25 Hz sine of that amplitude.
        let steepest = 0.5 * 32_767 * 2 * Double.pi * 659.25 / 48_000 + 2
        for index in 1..<samples.count {
            #expect(abs(Double(samples[index]) - Double(samples[index - 1])) <= steepest)
        }
    }

    @Test func `a tone held for long neither fades nor grows`() {
        let generator = ToneGenerator(frequency: 997, amplitude: 0.5)
        let meter = ToneMeter([997])
        for _ in 0..<2000 { _ = Sound.frame(of: generator) }
        Sound.give(Sound.frames(5, of: generator), to: meter)
        #expect(abs(meter.reading.levels[0] - 0.5) < 0.001)
    }

    @Test func `tones too loud together are cut off, not wrapped`() {
        let generator = ToneGenerator([Tone(frequency: 440, amplitude: 1), Tone(frequency: 440, amplitude: 1)])
        let samples = Sound.frames(2, of: generator)
        #expect(samples.max() == 32_767 && samples.min() == -32_768)
        for index in 1..<samples.count { #expect(abs(Int(samples[index]) - Int(samples[index - 1])) < 5000) }
    }

    @Test func `the level meter keeps the loudest frame, the tee feeds all`() {
        let meters = [LevelMeter(), LevelMeter()]
        let tee = TeeSink(meters)
        Sound.give(Sound.frames(2, of: ToneGenerator(frequency: 1000, amplitude: 0.8)), to: tee)
        Sound.give(Sound.frames(1, of: SilenceSource()), to: tee)
        for meter in meters {
            #expect(meter.reading.frameCount == 3)
            #expect(meter.reading.level == 0)
            #expect(abs(meter.reading.highestLevel - 0.8 / 2.0.squareRoot()) < 0.001)
        }
    }
}
