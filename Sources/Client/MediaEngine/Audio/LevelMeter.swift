internal import Synchronization

/// A sink that knows how loud it is. May be read from any thread.
public final class LevelMeter: AudioSink {
    public struct Reading: Hashable, Sendable {
        public var frameCount = 0
        /// Root mean square of the last frame, 0…1 of full scale.
        public var level = 0.0
        /// The loudest frame so far.
        public var highestLevel = 0.0
    }

    private let state = Mutex(Reading())

    public init() {}

    public var reading: Reading { state.withLock { $0 } }

    public func take(_ frame: UnsafeBufferPointer<Int16>) {
        let level = AudioFrame.level(of: frame)
        state.withLock { reading in
            reading.frameCount += 1
            reading.level = level
            reading.highestLevel = max(reading.highestLevel, level)
        }
    }
}
