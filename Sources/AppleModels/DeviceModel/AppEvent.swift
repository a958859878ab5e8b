/// A framework call the app makes that needs no answer at once.
public enum AppEvent: Hashable, Sendable {
    /// PushKit.
    case push(PushRequest)
    /// CallKit.
    case calls(CallRequest)
    /// AVFAudio and the media the app runs.
    case audio(AudioRequest)
    /// UIKit's process and scene life cycle.
    case process(ProcessRequest)
}
