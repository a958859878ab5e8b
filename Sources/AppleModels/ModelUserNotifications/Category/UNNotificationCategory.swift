public import Foundation

/// What a kind of notification wants beside its buttons.
public struct UNNotificationCategoryOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Bits of the system.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app hears when one is swiped away.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
}

/// A kind of notification, with its buttons.
open class UNNotificationCategory: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, as Apple's: it never changes.
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
