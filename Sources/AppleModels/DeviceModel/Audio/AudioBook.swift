/// The audio session of the app, as the daemon of sound sees it.
public struct AudioBook: Hashable, Sendable {
    /// Who activated the session.
    public enum Activation: Hashable, Sendable {
        case none, callServices, app
    }

    /// What the app's media does.
    public enum Media: Hashable, Sendable {
        case stopped
        /// Started in time.
        case running
        /// Started before the activation, or left running over a deactivation: it plays and records nothing.
        case deaf
    }

    public internal(set) var category = AudioCategory.soloAmbient
    public internal(set) var mode = AudioMode.standard
    public internal(set) var options: AudioOptions = []
    public internal(set) var activation = Activation.none
    public internal(set) var media = Media.stopped
    /// Where sound goes by itself.
    public internal(set) var defaultRoute = AudioRoute.receiver
    /// Whether the app has overridden the route toward the speaker.
    public internal(set) var isSpeakerForced = false
    public internal(set) var isInterrupted = false
    public internal(set) var microphone = MicrophonePermission.granted
    /// Whether the daemon of calls has lost its session.
    public internal(set) var isCallSessionLost = false

    init() {}
}
