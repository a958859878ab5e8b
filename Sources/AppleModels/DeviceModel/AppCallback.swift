/// What a framework calls in the app.
public enum AppCallback: Hashable, Sendable {
    /// PushKit.
    case push(PushCallback)
    /// CallKit.
    case calls(CallCallback)
    /// AVFAudio.
    case audio(AudioCallback)
    /// UIKit's process and scene life cycle.
    case process(ProcessCallback)
}
