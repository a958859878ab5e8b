extension AVAudioSession {
    /// A way sound is forced to go until the next change of route (C65).
    public enum PortOverride: UInt, Sendable {
        /// None.
        case none = 0
        /// The loudspeaker.
        case speaker = 0x7370_6B72
    }
}
