import DeviceRuntime
import Foundation
import UserNotifications

/// An app that hears of its notifications.
@MainActor
final class NoticeApp: NSObject {
    let shows: Bool
    var tapped: [String] = []

    init(setsDelegate: Bool, shows: Bool) {
        self.shows = shows
        super.init()
        if setsDelegate { setDelegate() }
    }

    func setDelegate() {
        let process = UNUserNotificationCenter.current()
        if process.delegate == nil { process.delegate = self }
    }
}

extension NoticeApp: @MainActor UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        shows ? [.banner, .list] : []
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let isButton = response.actionIdentifier != UNNotificationDefaultActionIdentifier
        let name = response.notification.request.identifier
        tapped.append(isButton ? "\(name) \(response.actionIdentifier)" : name)
        completionHandler()
    }
}
