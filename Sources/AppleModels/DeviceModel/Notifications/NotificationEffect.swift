/// What follows for the device from something that happened to notifications.
public enum NotificationEffect: Hashable, Sendable {
    /// Calls the app, in its present process.
    case callback(NotificationCallback)
    /// Waits until one is due.
    case startTimer(NotificationID, after: Duration)
    /// No longer waits for it.
    case stopTimer(NotificationID)
    /// Can be noticed.
    case observe(NotificationObservation)
}
