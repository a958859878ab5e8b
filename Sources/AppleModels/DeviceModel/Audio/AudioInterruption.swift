/// An interruption of the audio session.
public enum AudioInterruption: Hashable, Sendable {
    /// The session is taken.
    case began
    /// The session may be used again.
    case ended(shouldResume: Bool)
}
