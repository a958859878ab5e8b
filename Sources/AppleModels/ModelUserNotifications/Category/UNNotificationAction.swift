public import Foundation

/// A button of a notification.
open class UNNotificationAction: NSObject {
    /// The app's name for it.
    public let identifier: String
    /// What stands on it.
    public let title: String
    /// What it asks of the system.
    public let options: UNNotificationActionOptions

    /// A button.
    public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.identifier = identifier
        self.title = title
        self.options = options
    }
}
