internal import MediaEngine
internal import Synchronization

/// Converts audio between a phone's peer connection, at 48 kHz by the media clock, and its leg, at 8 kHz by the
/// stand-in's clock.
final class EdgeAudioBridge: AudioSink, AudioSource {
    private struct Ways {
        var inward: Resampler
        var outward: Resampler
        /// Audio from the phone at 8 kHz, until the leg takes it.
        var said: [Int16] = []
        /// Audio for the phone at 48 kHz.
        var heard: SoundBuffer
    }

    /// The most samples that wait for the leg: half a second.
    private static let saidCountMax = NarrowbandAudio.sampleRate / 2

    private let ways: Mutex<Ways>

    /// Nil if no resampler exists for the two rates, which does not happen.
    init?() {
        guard let inward = Resampler(from: AudioFrame.sampleRate, to: NarrowbandAudio.sampleRate),
            let outward = Resampler(from: NarrowbandAudio.sampleRate, to: AudioFrame.sampleRate)
        else { return nil }
        ways = Mutex(
            Ways(
                inward: inward, outward: outward,
                heard: SoundBuffer(startCount: 2 * AudioFrame.sampleCount, countMax: 10 * AudioFrame.sampleCount)))
    }

    func receive(_ frame: UnsafeBufferPointer<Int16>) {
        ways.withLock { ways in
            ways.inward.process(frame, into: &ways.said)
            if ways.said.count > Self.saidCountMax { ways.said.removeFirst(ways.said.count - Self.saidCountMax) }
        }
    }

    func fill(_ frame: UnsafeMutableBufferPointer<Int16>) {
        let samples = ways.withLock { $0.heard.read(frame.count) }
        guard let samples else { return frame.update(repeating: 0) }
        _ = frame.update(fromContentsOf: samples)
    }

    /// Returns and removes the audio received from the phone.
    func removeSaid() -> [Int16] {
        ways.withLock { ways in
            defer { ways.said.removeAll(keepingCapacity: true) }
            return ways.said
        }
    }

    func put(_ samples: [Int16]) {
        ways.withLock { ways in
            var wide: [Int16] = []
            wide.reserveCapacity(samples.count * 6)
            samples.withUnsafeBufferPointer { ways.outward.process($0, into: &wide) }
            ways.heard.put(wide)
        }
    }
}
