public import DeviceModel

/// A notification in the list on the lock screen.
public struct ShownNotification: Hashable, Sendable, Identifiable {
    /// The app's name for it.
    public let id: String
    /// The first line.
    public let title: String
    /// The rest.
    public let body: String
    /// How much it may disturb.
    public let level: InterruptionLevel
}

extension KernelState {
    var shownNotifications: [ShownNotification] {
        books.notifications.delivered.map { notification in
            ShownNotification(
                id: texts.text(TextID(notification.id.value)), title: texts.text(notification.title),
                body: texts.text(notification.body), level: notification.level)
        }
    }
}
