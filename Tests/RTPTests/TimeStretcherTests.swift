import RTP
import Testing

/// Sound made shorter or longer, judged by its seams and its pitch.
struct TimeStretcherTests {
    /// A sawtooth of so many hertz, as voices have, and the longest lag of room behind it.
    private func voice(_ hertz: Double, count: Int = 960) -> [Int16] {
        (0..<(count + TimeStretcher.lags.upperBound)).map { index in
            index < count
                ? Int16(16_000 * ((Double(index) * hertz / 48_000).truncatingRemainder(dividingBy: 1) - 0.5)) : 0
        }
    }

    private func change(_ sound: inout [Int16], count: Int = 960, _ pace: JitterBuffer.Pace) -> Int {
        let change = sound.withUnsafeMutableBufferPointer { TimeStretcher.change($0, count: count, pace: pace) }
        sound.removeLast(sound.count - count + change)
        return change
    }

    @Test(arguments: [110.0, 150, 220, 380])
    func `a voice becomes shorter by a whole number of its periods`(hertz: Double) {
        var sound = voice(hertz)
        let change = change(&sound, .shorter(ticks: 480))
        let periods = Double(change) * hertz / 48_000
        #expect(change >= 120 && abs(periods - periods.rounded()) < 0.03)
        #expect(sound.count == 960 - change)
        #expect(abs(edges(in: sound) - Int(Double(sound.count) * hertz / 48_000)) <= 1)
    }

    @Test(arguments: [110.0, 150, 220, 380])
    func `a voice becomes longer by a whole number of its periods`(hertz: Double) {
        var sound = voice(hertz)
        let change = change(&sound, .longer(ticks: 480))
        let periods = Double(-change) * hertz / 48_000
        #expect(change <= -120 && abs(periods - periods.rounded()) < 0.03)
        #expect(sound.count == 960 - change)
        #expect(abs(edges(in: sound) - Int(Double(sound.count) * hertz / 48_000)) <= 1)
    }

    /// How often the sawtooth falls.
    private func edges(in sound: [Int16]) -> Int {
        zip(sound, sound.dropFirst()).count { Int($0) - Int($1) > 6_000 }
    }

    @Test func `begin and end stay as they were, so that packets join`() {
        let sound = voice(200)
        for pace in [JitterBuffer.Pace.shorter(ticks: 480), .longer(ticks: 480)] {
            var changed = sound
            _ = change(&changed, pace)
            #expect(changed.first == sound.first && changed.last == sound[959])
        }
    }

    @Test func `silence may be cut anywhere`() {
        var sound = [Int16](repeating: 3, count: 960 + 480)
        #expect(change(&sound, .shorter(ticks: 1000)) == 480)
    }

    @Test func `sound that is not like itself is left as it is`() {
        var random = SeededGenerator(seed: 5)
        let noise = (0..<1440).map { _ in Int16.random(in: -8000...8000, using: &random) }
        for pace in [JitterBuffer.Pace.shorter(ticks: 480), .longer(ticks: 480), .asItIs] {
            var sound = noise
            #expect(change(&sound, pace) == 0)
            #expect(sound == Array(noise[..<960]))
        }
    }

    @Test func `no more is changed than asked`() {
        var sound = voice(200)
        #expect(change(&sound, .shorter(ticks: 240)) == 240)
        sound = voice(200)
        #expect(change(&sound, .shorter(ticks: 119)) == 0)
        sound = voice(110)
        #expect(change(&sound, .shorter(ticks: 200)) == 0)
    }

    @Test func `too little sound, or no room behind it, is left as it is`() {
        var sound = voice(200, count: 480)
        #expect(change(&sound, count: 480, .shorter(ticks: 480)) == 0)
        var full = Array(voice(200).prefix(960))
        let change = full.withUnsafeMutableBufferPointer {
            TimeStretcher.change($0, count: 960, pace: .longer(ticks: 480))
        }
        #expect(change == 0)
    }
}
