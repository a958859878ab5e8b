extension AVAudioSession {
    /// Something sound comes out of or goes into.
    ///
    /// Source: developer.apple.com/documentation/avfaudio/avaudiosession/port.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// The name in the system.
        public let rawValue: String

        /// A name in the system.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The phone's microphone.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        /// The microphone of a wired headset.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        /// The ear piece.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// The loudspeaker.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// Wired headphones.
        public static let headphones = Port(rawValue: "Headphones")
        /// A Bluetooth headset for talking, input and output.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// Bluetooth for listening, output only.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// A Bluetooth Low Energy device.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        /// A car.
        public static let carAudio = Port(rawValue: "CarAudio")
        /// An AirPlay receiver.
        public static let airPlay = Port(rawValue: "AirPlay")
        /// A line that plays.
        public static let lineOut = Port(rawValue: "LineOut")
        /// A line that records.
        public static let lineIn = Port(rawValue: "LineIn")
        /// A USB device.
        public static let usbAudio = Port(rawValue: "USBAudio")
    }
}
