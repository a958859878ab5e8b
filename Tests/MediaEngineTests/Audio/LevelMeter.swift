import MediaEngine
import Synchronization

/// A sink that knows how loud it is. May be read from any thread.
final class LevelMeter: AudioSink {
    struct Reading: Hashable, Sendable {
        var frameCount = 0
        /// Root mean square of the last frame, 0…1 of full scale.
        var level = 0.0
        /// The loudest frame so far.
        var highestLevel = 0.0
    }

    private let state = Mutex(Reading())

    init() {}

    var reading: Reading { state.withLock { $0 } }

    func receive(_ frame: UnsafeBufferPointer<Int16>) {
        let level = AudioFrame.level(of: frame)
        state.withLock { reading in
            reading.frameCount += 1
            reading.level = level
            reading.highestLevel = max(reading.highestLevel, level)
        }
    }
}
