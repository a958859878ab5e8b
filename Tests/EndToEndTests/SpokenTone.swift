import MediaEngine
import Synchronization

/// Says a tone for a while, then is silent.
final class SpokenTone: AudioSource {
    /// Has an element once all of it was said.
    let spoken: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let tone: ToneGenerator
    private let left: Mutex<Int>

    init(frequency: Double, frames: Int) {
        tone = ToneGenerator(frequency: frequency, amplitude: 0.3)
        left = Mutex(frames)
        (spoken, continuation) = AsyncStream.makeStream()
    }

    func fill(_ frame: UnsafeMutableBufferPointer<Int16>) {
        let isSpeaking = left.withLock { left in
            guard left > 0 else { return false }
            left -= 1
            if left == 0 { continuation.yield() }
            return true
        }
        if isSpeaking { tone.fill(frame) } else { frame.update(repeating: 0) }
    }
}
