import Foundation
import Scenarios
import UserNotifications

/// The notifications of the naive phone.
extension NaiveApp: @MainActor UNUserNotificationCenterDelegate {
    func notifyOfMissed(_ title: String, id: UUID) {
        if !has(.leavesMissedUntold) { pass("Missed call", title, id: id) }
    }

    func pass(_ title: String, _ body: String, id: UUID) {
        let content = UNMutableNotificationContent()
        content.title = title
        content.body = body
        let request = UNNotificationRequest(identifier: id.uuidString, content: content, trigger: nil)
        UNUserNotificationCenter.current().add(request) { _ in }
    }

    /// Without this nothing is shown while the app is on the screen.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.banner, .list])
    }
}
