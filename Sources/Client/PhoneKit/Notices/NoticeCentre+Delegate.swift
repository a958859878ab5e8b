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
        let number = response.notification.request.content.userInfo[NoticeAnswer.numberKey] as? String
        if response.actionIdentifier == NoticeAnswer.callBack, let number {
            answered?(.callBack(Redacted(number)))
        } else if response.actionIdentifier == UNNotificationDefaultActionIdentifier {
            answered?(.opened)
        }
        completionHandler()
    }
}
