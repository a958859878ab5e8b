public import MediaEngine
import Synchronization

/// What a caller hears before the message: the greeting, then a beep.
public struct Prompt: Sendable {
    /// Until the caller has the telephone at the ear again.
    private static let leadFrames = AudioFrame.framesPerSecond / 2
    private static let beepFrames = AudioFrame.framesPerSecond * 2 / 5
    private static let beep = Tone(frequency: 1_000, amplitude: 0.25)
    /// A longer greeting is cut: nobody listens to it.
    static let greetingMax = Duration.seconds(60)

    let samples: [Int16]

    /// - Parameter greeting: nil: the beep alone.
    /// - Throws: `WAVError` when the greeting's rate cannot be brought to 48,000 Hz.
    public init(greeting: WAVFile? = nil) throws(WAVError) {
        let source = ToneGenerator([Self.beep])
        var beep = [Int16](repeating: 0, count: Self.beepFrames * AudioFrame.sampleCount)
        beep.withUnsafeMutableBufferPointer { source.fill($0) }
        var samples = [Int16](repeating: 0, count: Self.leadFrames * AudioFrame.sampleCount)
        if let greeting {
            let heard = greeting.samples.prefix(Int(Self.greetingMax.components.seconds) * greeting.sampleRate)
            let cut = WAVFile(sampleRate: greeting.sampleRate, samples: Array(heard))
            guard let wide = cut.resampled(to: AudioFrame.sampleRate) else {
                throw WAVError(.unsupportedFormat, "\(greeting.sampleRate) Hz cannot be brought to 48,000")
            }
            samples += wide.samples
        }
        self.samples = samples + beep
    }

    /// How long it takes.
    public var duration: Duration { .milliseconds(samples.count * 1_000 / AudioFrame.sampleRate) }
}

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
