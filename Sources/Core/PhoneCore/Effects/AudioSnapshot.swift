/// How sound stands.
public struct AudioSnapshot: Hashable, Sendable {
    public var isRunning: Bool
    public var isSpeakerOn: Bool
    public var routes: AudioRoutes
    public var isMicrophoneOpen: Bool

    package init(isRunning: Bool, isSpeakerOn: Bool, routes: AudioRoutes, isMicrophoneOpen: Bool) {
        self.isRunning = isRunning
        self.isSpeakerOn = isSpeakerOn
        self.routes = routes
        self.isMicrophoneOpen = isMicrophoneOpen
    }
}
