package import PhoneCore
package import Redaction
import Synchronization
package import UserNotifications

/// Callbacks of the system, which may come on any thread. Notifications about our calls are answered here, all others
/// by the former delegate.
extension NoticeCenter: UNUserNotificationCenterDelegate {
    package nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        if let alert = Self.alert(notification.request.content) {
            // No banner: the call itself is shown, by the system's call screen or as missed.
            completionHandler([])
            Task { @MainActor in alerted?(alert) }
            return
        }
        guard Self.call(notification.request.identifier) != nil else {
            return former.present(notification, of: center, completionHandler)
        }
        completionHandler([.banner, .list, .sound])
    }

    package nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let request = response.notification.request
        if let alert = Self.alert(request.content) {
            let isDismissed = response.actionIdentifier == UNNotificationDismissActionIdentifier
            let completion = SystemCompletion(completionHandler)
            Task { @MainActor in
                if !isDismissed { alerted?(alert) }
                completion.call()
            }
            return
        }
        guard let call = Self.call(request.identifier) else {
            return former.handle(response, of: center, completionHandler)
        }
        let number = request.content.userInfo[NoticeAnswer.numberKey] as? String
        let wantsCall = response.actionIdentifier == NoticeAnswer.callBack
        let isDismissed = response.actionIdentifier == UNNotificationDismissActionIdentifier
        let completion = SystemCompletion(completionHandler)
        Task { @MainActor in
            if !isDismissed {
                answered?(NoticeAnswer(call: call, number: wantsCall ? number.map { Redacted($0) } : nil))
            }
            completion.call()
        }
    }
}

/// The person's answer to a notice: opening it or calling back.
nonisolated package struct NoticeAnswer: Hashable, Sendable {
    /// The call of the notice.
    package let call: CallUUID
    /// The number to call back; `nil` if the person only opened the notice.
    package let number: Redacted<String>?

    static let callBack = "call.back"
    static let numberKey = "number"
}

/// The notification center's delegate before ours. It still receives the notifications that are not ours.
///
/// Isolation: any thread.
nonisolated final class PreviousNotificationDelegate: Sendable {
    /// `@unchecked Sendable`: the reference is read and written under the lock, and the delegate is called on the
    /// system's thread.
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
        // Both methods are optional in Objective-C. Swift without Objective-C has no optional methods.
        #if canImport(ObjectiveC)
            let taken: Void? = delegate?.userNotificationCenter?(
                center, willPresent: notification, withCompletionHandler: completion)
        #else
            let taken: Void? = delegate?.userNotificationCenter(
                center, willPresent: notification, withCompletionHandler: completion)
        #endif
        if taken == nil { completion([]) }
    }

    func handle(
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
