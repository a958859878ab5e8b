internal import DeviceModel

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

extension AVAudioSession {
    /// What is asked of a category beside its name. Not sticky: each `setCategory` says them anew (C65).
    ///
    /// Source: developer.apple.com/documentation/avfaudio/avaudiosession/categoryoptions-swift.struct.
    public struct CategoryOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Bits of the system.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Sound of other apps goes on.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Sound of other apps goes on, quieter.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Headsets for talking may be used. The same bit as `allowBluetooth` (DTS 797379).
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        /// The older name of `allowBluetoothHFP`.
        @available(*, deprecated, renamed: "allowBluetoothHFP")
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// The loudspeaker instead of the ear piece.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Speech of other apps is paused.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Headphones for listening may be used; they have no input.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// AirPlay may be used.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// A muted microphone does not interrupt.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
        /// Headsets may record in high quality.
        @available(iOS 26.0, *)
        public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 1 << 19)
        /// Speech from afar is picked up.
        @available(iOS 26.2, *)
        public static let farFieldInput = CategoryOptions(rawValue: 1 << 20)
    }
}

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
    /// A category the model does not know plays.
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
    /// A mode the model does not know is the standard one.
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
