/// What a person notices of notifications.
public enum NotificationObservation: Hashable, Sendable {
    /// The system asks whether the app may show notifications.
    case permissionAsked
    /// One appears.
    case shown(LocalNotification, isAudible: Bool)
    /// One disappears that was in the list.
    case withdrawn(NotificationID)
    /// The number on the app's icon changes.
    case badge(Int)
    /// A developer's matter: a tap the app will never hear of, because its launch finished without a delegate.
    case tapLost(NotificationID)
}
