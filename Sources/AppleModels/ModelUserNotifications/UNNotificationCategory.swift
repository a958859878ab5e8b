public import Foundation

/// A category of notifications, with its buttons.
open class UNNotificationCategory: NSObject {
    /// The app's identifier.
    public let identifier: String
    /// The buttons of the category.
    public let actions: [UNNotificationAction]
    /// The intents that the category stands for.
    public let intentIdentifiers: [String]
    /// The options of the category.
    public let options: UNNotificationCategoryOptions

    /// Makes a category.
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

/// The options of a category.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: UInt
    /// Makes options from the system's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app is told when a notification is swiped away.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
}

/// A button of a notification.
open class UNNotificationAction: NSObject {
    /// The app's identifier.
    public let identifier: String
    /// The title of the button.
    public let title: String
    /// The options of the button.
    public let options: UNNotificationActionOptions

    /// Makes a button.
    public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.identifier = identifier
        self.title = title
        self.options = options
    }
}

/// The options of a notification's button.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: UInt
    /// Makes options from the system's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The button works only on an unlocked phone.
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
    /// The button is marked as destructive.
    public static let destructive = UNNotificationActionOptions(rawValue: 2)
    /// The button brings the app to the foreground.
    public static let foreground = UNNotificationActionOptions(rawValue: 4)
}
