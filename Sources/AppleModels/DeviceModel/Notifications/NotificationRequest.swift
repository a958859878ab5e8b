/// What the app asks of `UNUserNotificationCenter`.
public enum NotificationRequest: Hashable, Sendable {
    /// The delegate is set. Weak: a delegate that is gone is set to none.
    case setDelegate(isSet: Bool)
    case requestAuthorization
    case add(LocalNotification)
    case removeDelivered([NotificationID])
    case removePending([NotificationID])
    case removeAll
    /// The number on the app's icon.
    case setBadge(Int)
    /// The delegate answers `willPresent`: whether the notification is shown although the app is in the foreground.
    case present(NotificationID, shows: Bool)
}
