import MediaEngine
import Synchronization

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
