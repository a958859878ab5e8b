import Redaction
package import UserNotifications

extension NoticeCentre: @MainActor UNUserNotificationCenterDelegate {
    package func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.banner, .list, .sound])
    }

    package func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let request = response.notification.request
        let number = request.content.userInfo[NoticeAnswer.numberKey] as? String
        let wantsCall = response.actionIdentifier == NoticeAnswer.callBack
        if let call = Self.call(request.identifier), response.actionIdentifier != UNNotificationDismissActionIdentifier
        {
            answered?(NoticeAnswer(call: call, number: wantsCall ? number.map { Redacted($0) } : nil))
        }
        completionHandler()
    }
}
