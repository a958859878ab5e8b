public import CallModel

/// What the app's own screens learn.
public enum PhoneNews: Hashable, Sendable {
    /// A call began, or changed.
    case call(CallSnapshot)
    /// A call is over. `nil` when it was ended before anything was known of it.
    case ended(CallUUID, EndReason?)
    /// How sound stands.
    case audio(AudioSnapshot)
    /// A wish that was accepted came to nothing.
    case failed(CallUUID, PhoneRefusal)
}
