public import Foundation

/// A notification that is asked for.
open class UNNotificationRequest: NSObject {
    /// The app's name for it; another of the same name takes its place.
    public let identifier: String
    /// What it says.
    public let content: UNNotificationContent
    /// When it comes; nil is at once.
    public let trigger: UNNotificationTrigger?

    /// A notification; its content is copied.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content.duplicate()
        self.trigger = trigger
    }
}
