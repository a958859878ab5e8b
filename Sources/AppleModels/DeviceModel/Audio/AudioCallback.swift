/// What AVFAudio tells the app.
public enum AudioCallback: Hashable, Sendable {
    /// `routeChangeNotification`.
    case routeChanged(AudioRoute, RouteChangeReason)
    /// `interruptionNotification`.
    case interruption(AudioInterruption)
    /// `mediaServicesWereResetNotification`.
    case mediaServicesReset
    /// The answer to the request for the microphone.
    case microphone(isGranted: Bool)
}
