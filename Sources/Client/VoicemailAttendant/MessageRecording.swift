import MediaEngine
import Synchronization

/// A message while it is spoken: decides when it is over and what of it is kept.
package struct MessageRecording: Hashable, Sendable {
    /// What to do after a frame.
    package enum Verdict: Hashable, Sendable {
        case goOn
        /// It is over: too long, or nobody speaks any more.
        case stop
    }

    /// The frames kept behind the last sound, so that no word is cut.
    static let tailFrames = AudioFrame.framesPerSecond / 2

    private let limits: MessageLimits
    private var frames = 0
    private var soundFrames = 0
    private var framesAtLastSound = 0

    package init(_ limits: MessageLimits) {
        self.limits = limits
    }

    /// Hears 20 ms.
    ///
    /// - Parameter level: root mean square, 0…1 of full scale.
    package mutating func hear(level: Double) -> Verdict {
        frames += 1
        if level >= limits.soundLevel {
            soundFrames += 1
            framesAtLastSound = frames
        }
        let isSilent = AudioFrame.duration * (frames - framesAtLastSound) >= limits.silence
        return isSilent || AudioFrame.duration * frames >= limits.length ? .stop : .goOn
    }

    /// Whether somebody said something.
    package var isMessage: Bool { AudioFrame.duration * soundFrames >= limits.soundMin }

    /// How many frames from the start are worth keeping: what follows is silence.
    package var keptFrames: Int { min(frames, framesAtLastSound + Self.tailFrames) }
}

/// How long a message may be, and what counts as one.
public struct MessageLimits: Hashable, Sendable {
    /// A message is cut here. Two minutes are what mailboxes of telephone companies give (assumed).
    public var length: Duration = .seconds(120)
    /// Who says nothing for so long has finished, or has put the receiver down beside the telephone.
    public var silence: Duration = .seconds(8)
    /// What has less sound than this is no message: somebody listened to the greeting and hung up.
    public var soundMin: Duration = .milliseconds(600)
    /// From which level a frame is sound, root mean square, 0…1 of full scale: −46 dB, above the noise of a quiet room
    /// and below a low voice.
    public var soundLevel = 0.005
    /// Messages taken at once. One costs an encoder, a decoder and two threads' share of work, as a call does.
    public var callersMax = 64

    /// The limits that stand beside each figure.
    public init() {}
}

/// Takes a caller's voice down until it is over.
final class MessageRecorder: AudioSink {
    /// In hertz: a telephone's sound, 16 kB a second.
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

    /// - Parameter over: told once, on the media clock's thread, when there is nothing more to take down.
    /// - Returns: nil only if the two rates had nothing in common.
    init?(_ limits: MessageLimits, over: @escaping @Sendable () -> Void) {
        guard let resampler = Resampler(from: AudioFrame.sampleRate, to: Self.sampleRate) else { return nil }
        state = Mutex(State(recording: MessageRecording(limits), resampler: resampler))
        self.over = over
    }

    func take(_ frame: UnsafeBufferPointer<Int16>) {
        let level = AudioFrame.level(of: frame)
        let isOver = state.withLock { state in
            guard !state.isOver else { return false }
            state.resampler.process(frame, into: &state.samples)
            state.isOver = state.recording.hear(level: level) == .stop
            return state.isOver
        }
        if isOver { over() }
    }

    /// What was said, without the silence behind it; nil if nothing was.
    func finish() -> WAVFile? {
        state.withLock { state in
            state.isOver = true
            guard state.recording.isMessage else { return nil }
            let kept = state.samples.prefix(state.recording.keptFrames * Self.samplesOfFrame)
            return WAVFile(sampleRate: Self.sampleRate, samples: Array(kept))
        }
    }
}
