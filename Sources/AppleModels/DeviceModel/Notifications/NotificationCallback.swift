/// What the centre calls in the app.
public enum NotificationCallback: Hashable, Sendable {
    /// The answer to a request for authorization.
    case authorization(isGranted: Bool)
    /// An addition is done. Without permission it is done too, and shows nothing.
    case added(NotificationID, isRefused: Bool)
    /// One is to be shown while the app is in the foreground.
    case willPresent(NotificationID)
    /// The person tapped one.
    case didReceive(NotificationID)
}
