extension AVAudioSession {
    /// What is asked when a session is activated or given back.
    public struct SetActiveOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Bits of the system.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Apps that were interrupted hear that they may go on.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }
}
