/// What happens to notifications from outside the app.
public enum NotificationEvent: Hashable, Sendable {
    /// The person answers the question for permission that is on screen.
    case permissionAnswered(allows: Bool)
    /// The person changes the permission in Settings.
    case permissionChanged(allows: Bool)
    /// A Focus is turned on or off.
    case focusChanged(isOn: Bool)
    /// The person taps a notification in the list. The app is brought to the foreground by whoever drives the device.
    case tapped(NotificationID)
    /// The person clears one from the list.
    case cleared(NotificationID)
}
