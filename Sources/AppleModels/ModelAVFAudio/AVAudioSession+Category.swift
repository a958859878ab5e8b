internal import DeviceModel

extension AVAudioSession {
    /// The way the app uses sound.
    ///
    /// Source: developer.apple.com/documentation/avfaudio/avaudiosession/category-swift.struct.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// The system's name.
        public let rawValue: String

        /// Makes a value from the system's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sound that is not essential. The ring switch silences it.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// The default.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Sound that is essential.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Recording only.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Playing and recording, as a call needs (C60).
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Playing to several outputs.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }
}

extension AVAudioSession {
    /// The options of a category. They do not persist: each `setCategory` replaces them (C65).
    ///
    /// Source: developer.apple.com/documentation/avfaudio/avaudiosession/categoryoptions-swift.struct.
    public struct CategoryOptions: OptionSet, Sendable {
        /// The raw bits.
        public let rawValue: UInt

        /// Makes options from the system's bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The sound of other apps continues.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// The sound of other apps continues at a lower volume.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Bluetooth headsets with a microphone may be used. The same bit as `allowBluetooth` (DTS 797379).
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        /// The older name of `allowBluetoothHFP`.
        @available(*, deprecated, renamed: "allowBluetoothHFP")
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// The loudspeaker is used instead of the receiver.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Speech of other apps is paused.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Bluetooth headphones without a microphone may be used.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// AirPlay may be used.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// A muted microphone does not interrupt the session.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
        /// Headsets may record in high quality.
        @available(iOS 26.0, *)
        public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 1 << 19)
        /// The microphone picks up speech from a distance.
        @available(iOS 26.2, *)
        public static let farFieldInput = CategoryOptions(rawValue: 1 << 20)
    }
}

extension AVAudioSession {
    /// The purpose of the category.
    ///
    /// Source: developer.apple.com/documentation/avfaudio/avaudiosession/mode-swift.struct.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The system's name.
        public let rawValue: String

        /// Makes a value from the system's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No special purpose.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// A voice call, with echo cancellation. The receiver is preferred.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// A video call. The speaker is preferred.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Voice chat in a game.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Video recording.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Measurement, without signal processing.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// Movie playback.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Spoken audio, which pauses for other speech.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    }
}

extension AVAudioSession.Category {
    init(_ category: AudioCategory) {
        self =
            switch category {
            case .soloAmbient: .soloAmbient
            case .ambient: .ambient
            case .playback: .playback
            case .record: .record
            case .playAndRecord: .playAndRecord
            }
    }
}

extension AudioCategory {
    /// Maps a category. One that the model does not know counts as playback.
    init(_ category: AVAudioSession.Category) {
        self =
            switch category {
            case .soloAmbient: .soloAmbient
            case .ambient: .ambient
            case .record: .record
            case .playAndRecord: .playAndRecord
            default: .playback
            }
    }
}

extension AVAudioSession.Mode {
    init(_ mode: AudioMode) {
        self =
            switch mode {
            case .standard: .default
            case .voiceChat: .voiceChat
            case .videoChat: .videoChat
            }
    }
}

extension AudioMode {
    /// Maps a mode. One that the model does not know counts as the standard mode.
    init(_ mode: AVAudioSession.Mode) {
        self =
            switch mode {
            case .voiceChat: .voiceChat
            case .videoChat: .videoChat
            default: .standard
            }
    }
}

extension AVAudioSession.CategoryOptions {
    init(_ options: AudioOptions) {
        self = []
        if options.contains(.bluetoothHandsFree) { insert(.allowBluetoothHFP) }
        if options.contains(.bluetoothStereo) { insert(.allowBluetoothA2DP) }
        if options.contains(.defaultToSpeaker) { insert(.defaultToSpeaker) }
        if options.contains(.mixWithOthers) { insert(.mixWithOthers) }
    }
}

extension AudioOptions {
    init(_ options: AVAudioSession.CategoryOptions) {
        self = []
        if options.contains(.allowBluetoothHFP) { insert(.bluetoothHandsFree) }
        if options.contains(.allowBluetoothA2DP) { insert(.bluetoothStereo) }
        if options.contains(.defaultToSpeaker) { insert(.defaultToSpeaker) }
        if options.contains(.mixWithOthers) { insert(.mixWithOthers) }
    }
}
