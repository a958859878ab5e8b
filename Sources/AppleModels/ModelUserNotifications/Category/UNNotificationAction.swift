public import Foundation

/// What a button of a notification asks of the system.
public struct UNNotificationActionOptions: OptionSet, Hashable, Sendable {
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

/// A button of a notification.
open class UNNotificationAction: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, as Apple's: it never changes.
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
