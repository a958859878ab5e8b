import PhoneCore
import Redaction
package import UserNotifications

/// The system's calls, wherever it makes them: it promises no thread. What is about a call of ours is answered here, anything
/// else by the delegate before.
extension NoticeCentre: UNUserNotificationCenterDelegate {
    package nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        if let alert = Self.alert(notification.request.content) {
            // The call itself is shown, by the system's own screen or as missed.
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
            return former.take(response, of: center, completionHandler)
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
