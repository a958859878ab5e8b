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

/// What a kind of notification wants beside its buttons.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Bits of the system.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app hears when one is swiped away.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
}

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

/// What a button of a notification asks of the system.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Bits of the system.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The phone must be unlocked.
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
    /// It destroys something.
    public static let destructive = UNNotificationActionOptions(rawValue: 2)
    /// The app comes to the foreground.
    public static let foreground = UNNotificationActionOptions(rawValue: 4)
}
