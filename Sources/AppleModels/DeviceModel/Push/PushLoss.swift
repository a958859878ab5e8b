/// Why an app did not receive a push.
public enum PushLoss: Hashable, Sendable {
    /// Somewhere on the way; nobody is told.
    case lost
    /// The token is not the app's any more.
    case staleToken
    /// The payload is larger than the push service takes.
    case tooLarge
    /// The app failed to report too often.
    case revoked
    /// More pushes wait than the phone keeps.
    case tooMany
    /// The process that was to receive it died.
    case processDied
    /// The app is not installed with the VoIP background mode.
    case notVoIP
}
