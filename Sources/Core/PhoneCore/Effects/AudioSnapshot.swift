/// How sound stands.
public struct AudioSnapshot: Hashable, Sendable {
    public var isRunning: Bool
    public var isSpeakerOn: Bool
    public var route: AudioRoute
    public var isMicrophoneOpen: Bool

    package init(isRunning: Bool, isSpeakerOn: Bool, route: AudioRoute, isMicrophoneOpen: Bool) {
        self.isRunning = isRunning
        self.isSpeakerOn = isSpeakerOn
        self.route = route
        self.isMicrophoneOpen = isMicrophoneOpen
    }
}
