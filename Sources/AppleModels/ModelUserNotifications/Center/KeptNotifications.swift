internal import DeviceModel
internal import Foundation

/// The notifications an app added, as the system keeps them: the app's next process finds them again.
///
/// `@unchecked Sendable`: what changes is behind `lock`, and a notification does not change once it is made.
final class KeptNotifications: @unchecked Sendable {
    private let lock = NSLock()
    private var notifications: [NotificationID: UNNotification] = [:]

    subscript(_ id: NotificationID) -> UNNotification? {
        get { lock.withLock { notifications[id] } }
        set { lock.withLock { notifications[id] = newValue } }
    }
}
