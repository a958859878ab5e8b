import MediaEngine
import Synchronization

/// Plays a prompt once, then is silent.
final class PromptSource: AudioSource {
    private let prompt: Prompt
    private let position = Mutex(0)
    private let played: @Sendable () -> Void

    /// - Parameter played: told once, on the media clock's thread, when the last of it has left.
    init(_ prompt: Prompt, played: @escaping @Sendable () -> Void) {
        self.prompt = prompt
        self.played = played
    }

    func fill(_ frame: UnsafeMutableBufferPointer<Int16>) {
        let isPlayed = position.withLock { position in
            guard position < prompt.samples.count else {
                frame.update(repeating: 0)
                return false
            }
            for index in frame.indices {
                let isLeft = position + index < prompt.samples.count
                frame[index] = isLeft ? prompt.samples[position + index] : 0
            }
            position += frame.count
            return position >= prompt.samples.count
        }
        if isPlayed { played() }
    }
}
