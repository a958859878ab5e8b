import MediaEngine
import Synchronization

/// A message while the caller speaks: decides when it is over and how much of it is kept.
package struct MessageRecording: Hashable, Sendable {
    /// Whether the recording goes on after a frame.
    package enum Verdict: Hashable, Sendable {
        case goOn
        /// The message is too long, or the caller has fallen silent.
        case stop
    }

    /// The number of frames kept after the last sound, so that no word is cut off.
    static let tailFrames = AudioFrame.framesPerSecond / 2

    private let limits: MessageLimits
    private var frames = 0
    private var soundFrames = 0
    private var framesAtLastSound = 0

    package init(_ limits: MessageLimits) {
        self.limits = limits
    }

    /// Takes the level of one frame of 20 ms.
    ///
    /// - Parameter level: root mean square, 0…1 of full scale.
    package mutating func process(level: Double) -> Verdict {
        frames += 1
        if level >= limits.soundLevel {
            soundFrames += 1
            framesAtLastSound = frames
        }
        let isSilent = AudioFrame.duration * (frames - framesAtLastSound) >= limits.silence
        return isSilent || AudioFrame.duration * frames >= limits.length ? .stop : .goOn
    }

    /// Whether there was enough sound for a message.
    package var isMessage: Bool { AudioFrame.duration * soundFrames >= limits.soundMin }

    /// The number of frames to keep, from the start; only silence follows them.
    package var keptFrames: Int { min(frames, framesAtLastSound + Self.tailFrames) }
}

/// How long a message may be, and how much sound a message needs.
public struct MessageLimits: Hashable, Sendable {
    /// The longest message; longer ones are cut off. Two minutes are usual for mailboxes of telephone companies
    /// (assumed).
    public var length: Duration = .seconds(120)
    /// A caller who is silent for this long has finished, or has left the phone.
    public var silence: Duration = .seconds(8)
    /// A recording with less sound than this is no message: the caller listened to the greeting and hung up.
    public var soundMin: Duration = .milliseconds(600)
    /// The lowest level of a frame with sound, as root mean square, 0…1 of full scale: −46 dB, above the noise of a
    /// quiet room and below a low voice.
    public var soundLevel = 0.005
    /// The most messages taken at the same time. Each costs an encoder, a decoder and a share of two threads, as a call
    /// does.
    public var callersMax = 64

    /// The limits that are given above.
    public init() {}
}

/// Records a caller's voice until the message is over.
final class MessageRecorder: AudioSink {
    /// In hertz: the rate of a telephone call, which costs 16 kB a second.
    static let sampleRate = 8_000
    private static let samplesOfFrame = sampleRate / AudioFrame.framesPerSecond

    private struct State {
        var recording: MessageRecording
        var resampler: Resampler
        var samples: [Int16] = []
        var isOver = false
    }

    private let state: Mutex<State>
    private let over: @Sendable () -> Void

    /// - Parameter over: called once, on the media clock's thread, when the message is over.
    /// - Returns: nil only if the sample rates have no common factor.
    init?(_ limits: MessageLimits, over: @escaping @Sendable () -> Void) {
        guard let resampler = Resampler(from: AudioFrame.sampleRate, to: Self.sampleRate) else { return nil }
        state = Mutex(State(recording: MessageRecording(limits), resampler: resampler))
        self.over = over
    }

    func receive(_ frame: UnsafeBufferPointer<Int16>) {
        let level = AudioFrame.level(of: frame)
        let isOver = state.withLock { state in
            guard !state.isOver else { return false }
            state.resampler.process(frame, into: &state.samples)
            state.isOver = state.recording.process(level: level) == .stop
            return state.isOver
        }
        if isOver { over() }
    }

    /// Ends the recording and returns it without the silence at its end; nil if the caller said nothing.
    func finish() -> WAVFile? {
        state.withLock { state in
            state.isOver = true
            guard state.recording.isMessage else { return nil }
            let kept = state.samples.prefix(state.recording.keptFrames * Self.samplesOfFrame)
            return WAVFile(sampleRate: Self.sampleRate, samples: Array(kept))
        }
    }
}
