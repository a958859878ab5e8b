/// Something an app does that the frameworks accept, and that is known to go wrong.
public enum Hazard: Hashable, Sendable {
    /// A second provider was made; the first hears nothing any more.
    case secondProvider
    /// A provider was made before `main` was reached.
    case providerBeforeMain
    /// The app activated the audio session itself.
    case selfActivatedAudio
    /// Media was started before the session was activated.
    case mediaBeforeActivation
    /// A call was reported under the UUID of one that ended lately.
    case reusedCallID
    /// An action was completed that no provider holds: a second time, too late, or never given.
    case idleCompletion
    /// A call was reported from another queue than the push was delivered on.
    case reportOffQueue
    /// A push's completion handler ran before its report completed.
    case earlyPushCompletion
}
