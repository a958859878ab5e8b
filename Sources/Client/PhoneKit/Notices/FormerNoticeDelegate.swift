import Synchronization
import UserNotifications

/// The delegate of the notification center before ours, which goes on hearing of what is not ours.
///
/// Isolation: any thread.
nonisolated final class FormerNoticeDelegate: Sendable {
    /// `@unchecked Sendable`: only handed on under the lock, and called where the system calls us.
    private struct Weak: @unchecked Sendable {
        weak var delegate: (any UNUserNotificationCenterDelegate)?
    }

    private let held = Mutex(Weak())

    var delegate: (any UNUserNotificationCenterDelegate)? {
        get { held.withLock { $0 }.delegate }
        set {
            let weak = Weak(delegate: newValue)
            held.withLock { $0 = weak }
        }
    }

    func present(
        _ notification: UNNotification, of center: UNUserNotificationCenter,
        _ completion: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        // Both methods are optional in Objective-C, which Swift elsewhere cannot say.
        #if canImport(ObjectiveC)
            let taken: Void? = delegate?.userNotificationCenter?(
                center, willPresent: notification, withCompletionHandler: completion)
        #else
            let taken: Void? = delegate?.userNotificationCenter(
                center, willPresent: notification, withCompletionHandler: completion)
        #endif
        if taken == nil { completion([]) }
    }

    func take(
        _ response: UNNotificationResponse, of center: UNUserNotificationCenter, _ completion: @escaping () -> Void
    ) {
        #if canImport(ObjectiveC)
            let taken: Void? = delegate?.userNotificationCenter?(
                center, didReceive: response, withCompletionHandler: completion)
        #else
            let taken: Void? = delegate?.userNotificationCenter(
                center, didReceive: response, withCompletionHandler: completion)
        #endif
        if taken == nil { completion() }
    }
}
