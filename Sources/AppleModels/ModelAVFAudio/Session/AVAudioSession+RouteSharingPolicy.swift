extension AVAudioSession {
    /// How the route is shared with other apps.
    public enum RouteSharingPolicy: UInt, Sendable {
        /// Each has its own.
        case `default` = 0
        /// Long listening.
        case longFormAudio = 1
        /// Decided elsewhere.
        case independent = 2
        /// Long watching.
        case longFormVideo = 3
    }
}
