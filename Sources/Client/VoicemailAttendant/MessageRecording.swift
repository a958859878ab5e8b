import MediaEngine

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
