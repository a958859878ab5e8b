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
