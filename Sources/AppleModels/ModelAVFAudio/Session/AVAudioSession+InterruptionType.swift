extension AVAudioSession {
    /// Which end of an interruption.
    public enum InterruptionType: UInt, Sendable {
        /// The session may be used again.
        case ended = 0
        /// The session was taken.
        case began = 1
    }

    /// What the system says about the end of an interruption.
    public struct InterruptionOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Bits of the system.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Go on with what was playing.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }
}
