public import Foundation

/// A kind of notification, with its buttons.
open class UNNotificationCategory: NSObject {
    /// The app's name for it.
    public let identifier: String
    /// Its buttons.
    public let actions: [UNNotificationAction]
    /// Intents it stands for.
    public let intentIdentifiers: [String]
    /// What it wants.
    public let options: UNNotificationCategoryOptions

    /// A kind of notification.
    public init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.identifier = identifier
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.options = options
    }
}
