extension AVAudioSession {
    /// What the app does with sound.
    ///
    /// Source: developer.apple.com/documentation/avfaudio/avaudiosession/category-swift.struct.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// The name in the system.
        public let rawValue: String

        /// A name in the system.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sound that is not the point; silenced by the switch.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// The default.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Sound is the point.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Only the microphone.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Both: what a call needs (C60).
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Several outputs.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }
}
