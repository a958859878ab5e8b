extension AVAudioSession {
    /// What the category is used for.
    ///
    /// Source: developer.apple.com/documentation/avfaudio/avaudiosession/mode-swift.struct.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The name in the system.
        public let rawValue: String

        /// A name in the system.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing special.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// A call: echo cancelled, receiver preferred.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// A call with a picture: speaker preferred.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Talk in a game.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// A film is made.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Sound as it is.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// A film is shown.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Speech, paused by other speech.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    }
}
