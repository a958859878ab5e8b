internal import DeviceModel
package import DeviceRuntime
package import Foundation

extension ModelDevice {
    /// An alert push reaches the phone: the system shows it and starts no process. An app on the screen is asked first.
    ///
    /// - Parameters:
    ///   - payload: the push's payload, a JSON object.
    ///   - name: its `apns-collapse-id`, by which the app finds and removes the alert.
    package func alert(json payload: Data, named name: String) async {
        let push = (try? JSONSerialization.jsonObject(with: payload)) as? [String: Any] ?? [:]
        let request = UNNotificationRequest(identifier: name, content: UNNotificationContent(push), trigger: nil)
        let id = kernel.texts { NotificationID(name, in: &$0) }
        kernel.persistentObject { NotificationArchive() }[id] = UNNotification(
            date: kernel.date(at: kernel.now), request: request)
        await notifications(.arrives(kernel.texts { LocalNotification(request, id: id, texts: &$0) }))
    }
}

extension UNNotificationContent {
    /// The content of an alert push.
    ///
    /// Source: developer.apple.com/documentation/usernotifications/generating-a-remote-notification.
    fileprivate convenience init(_ push: [String: Any]) {
        self.init()
        let system = push["aps"] as? [String: Any] ?? [:]
        let alert = system["alert"] as? [String: Any]
        title = alert?["title"] as? String ?? ""
        body = alert?["body"] as? String ?? system["alert"] as? String ?? ""
        sound = (system["sound"] as? String).map { _ in .default }
        categoryIdentifier = system["category"] as? String ?? ""
        interruptionLevel =
            switch system["interruption-level"] as? String {
            case "passive": .passive
            case "time-sensitive": .timeSensitive
            case "critical": .critical
            default: .active
            }
        userInfo = push
    }
}
