// is refused: (_:didReceived:withCompletionHandler:)' nearly matches defaulted requirement
import Foundation
import UserNotifications

final class Notices: NSObject {}

extension Notices: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceived response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {}
}
