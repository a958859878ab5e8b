import MediaEngine
import Synchronization

/// A source that knows how much of it was played.
final class CountedSource: AudioSource {
    private let source: any AudioSource
    private let frames = Mutex(0)

    init(_ source: any AudioSource) {
        self.source = source
    }

    var frameCount: Int { frames.withLock { $0 } }

    func fill(_ frame: UnsafeMutableBufferPointer<Int16>) {
        source.fill(frame)
        frames.withLock { $0 += 1 }
    }
}
