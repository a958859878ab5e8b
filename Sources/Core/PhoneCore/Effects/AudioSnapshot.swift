/// How sound stands.
public struct AudioSnapshot: Hashable, Sendable {
    public var isRunning: Bool
    public var isSpeakerOn: Bool
    public var route: AudioRoute
    public var isMicrophoneOpen: Bool
}
