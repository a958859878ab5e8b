import MediaEngine
import Testing

/// What one phone hears of everybody's tones, window by window.
final class ToneSink: AudioSink {
    /// Amplitude of a tone that is heard: a third of the played amplitude, which no codec takes away.
    static let heardMin = 0.1
    /// Amplitude below which a tone is not heard: a fifth of the played amplitude. The gaps and stretches that a busy machine
    /// plays have some of every tone.
    static let silentMax = 0.06
    /// 100 ms, which tells tones 20 Hz apart.
    private static let windowFrames = 5

    private let readings: AsyncStream<ToneMeter.Reading>
    private let continuation: AsyncStream<ToneMeter.Reading>.Continuation
    private let meter: ToneMeter

    /// - Parameter windows: how many are kept for a late listener; more than the last only where all of them are
    ///   to be heard, as those of a tone that comes once.
    init(_ frequencies: [Double], keeping windows: Int = 1) {
        meter = ToneMeter(frequencies, windowFrames: Self.windowFrames)
        (readings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(windows))
    }

    func receive(_ frame: UnsafeBufferPointer<Int16>) {
        meter.receive(frame)
        let reading = meter.reading
        if reading.frameCount.isMultiple(of: Self.windowFrames) { continuation.yield(reading) }
    }

    /// Waits until `frequency` is heard in a window.
    func awaitTone(_ frequency: Double) async throws {
        let own = try #require(meter.frequencies.firstIndex(of: frequency))
        for await reading in readings where reading.levels[own] > Self.heardMin { return }
        Issue.record("\(frequency) Hz is not heard")
    }

    /// Waits until `frequency` is heard, then for some windows in which it is, and expects no other in any. A busy machine
    /// plays gaps, which is how sound gets there and not whose it is: they are waited over.
    func awaitTone(only frequency: Double, windows: Int = 5, _ who: String) async throws {
        let own = try #require(meter.frequencies.firstIndex(of: frequency))
        // A window may still hold earlier sound, and the next one the moment in which the tone began.
        var unsettled = 2
        var left = windows
        for await reading in readings {
            if unsettled > 0 {
                if reading.levels[own] > Self.heardMin { unsettled -= 1 }
                continue
            }
            for other in meter.frequencies.indices where other != own {
                #expect(reading.levels[other] < Self.silentMax, "\(who) hears \(meter.frequencies[other]) Hz")
            }
            if reading.levels[own] > Self.heardMin { left -= 1 }
            if left == 0 { return }
        }
        Issue.record("\(who) hears nothing any more")
    }
}
