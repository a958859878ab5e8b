public import MediaEngine
import Synchronization

/// The sound that a caller hears before leaving a message: the greeting, then a beep.
public struct Prompt: Sendable {
    /// Half a second of silence, so that the caller has the phone at the ear again.
    private static let leadFrames = AudioFrame.framesPerSecond / 2
    private static let beepFrames = AudioFrame.framesPerSecond * 2 / 5
    private static let beep = Tone(frequency: 1_000, amplitude: 0.25)
    /// A longer greeting is cut off, as callers would not listen to the end.
    static let greetingMax = Duration.seconds(60)

    let samples: [Int16]

    /// - Parameter greeting: played before the beep; nil plays the beep alone.
    /// - Throws: `WAVError` when the greeting cannot be resampled to 48,000 Hz.
    public init(greeting: WAVFile? = nil) throws(WAVError) {
        let source = ToneGenerator([Self.beep])
        var beep = [Int16](repeating: 0, count: Self.beepFrames * AudioFrame.sampleCount)
        beep.withUnsafeMutableBufferPointer { source.fill($0) }
        var samples = [Int16](repeating: 0, count: Self.leadFrames * AudioFrame.sampleCount)
        if let greeting {
            let heard = greeting.samples.prefix(Int(Self.greetingMax.components.seconds) * greeting.sampleRate)
            let cut = WAVFile(sampleRate: greeting.sampleRate, samples: Array(heard))
            guard let wide = cut.resampled(to: AudioFrame.sampleRate) else {
                throw WAVError(.unsupportedFormat, "\(greeting.sampleRate) Hz cannot be resampled to 48,000 Hz")
            }
            samples += wide.samples
        }
        self.samples = samples + beep
    }

    /// How long the prompt plays.
    public var duration: Duration { .milliseconds(samples.count * 1_000 / AudioFrame.sampleRate) }
}

/// Plays a prompt once, and silence after it.
final class PromptSource: AudioSource {
    private let prompt: Prompt
    private let position = Mutex(0)
    private let played: @Sendable () -> Void

    /// - Parameter played: called once, on the media clock's thread, when the last frame of the prompt has been taken.
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
