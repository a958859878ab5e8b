internal import MediaEngine
internal import Synchronization

/// The sound between a phone's peer connection, at 48 kHz by the media clock, and its leg, at 8 kHz by the stand-in's.
final class EdgeSound: AudioSink, AudioSource {
    private struct Ways {
        var inward: Resampler
        var outward: Resampler
        /// What the phone said, at 8 kHz, until the leg takes it.
        var said: [Int16] = []
        /// What the phone will hear, at 48 kHz.
        var heard: SoundBuffer
    }

    /// The most that waits for a leg that takes nothing: half a second.
    private static let saidCountMax = NarrowSound.sampleRate / 2

    private let ways: Mutex<Ways>

    /// Nil when the two rates could not be brought together, which they can.
    init?() {
        guard let inward = Resampler(from: AudioFrame.sampleRate, to: NarrowSound.sampleRate),
            let outward = Resampler(from: NarrowSound.sampleRate, to: AudioFrame.sampleRate)
        else { return nil }
        ways = Mutex(
            Ways(
                inward: inward, outward: outward,
                heard: SoundBuffer(startCount: 2 * AudioFrame.sampleCount, countMax: 10 * AudioFrame.sampleCount)))
    }

    func take(_ frame: UnsafeBufferPointer<Int16>) {
        ways.withLock { ways in
            ways.inward.process(frame, into: &ways.said)
            if ways.said.count > Self.saidCountMax { ways.said.removeFirst(ways.said.count - Self.saidCountMax) }
        }
    }

    func fill(_ frame: UnsafeMutableBufferPointer<Int16>) {
        let samples = ways.withLock { $0.heard.take(frame.count) }
        guard let samples else { return frame.update(repeating: 0) }
        _ = frame.update(fromContentsOf: samples)
    }

    /// What the phone said since it was asked last.
    func takeSaid() -> [Int16] {
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
