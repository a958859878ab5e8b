/// What can be heard of the app, and what it can record.
public struct SoundCondition: Hashable, Sendable {
    /// Whether what the app plays is heard.
    public var isHeard: Bool
    /// Whether the microphone reaches the app.
    public var isRecording: Bool
    /// Where sound goes.
    public var route: AudioRoute

    /// Describes it.
    public init(isHeard: Bool, isRecording: Bool, route: AudioRoute) {
        self.isHeard = isHeard
        self.isRecording = isRecording
        self.route = route
    }
}
