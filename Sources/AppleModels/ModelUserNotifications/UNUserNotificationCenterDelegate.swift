internal import DeviceRuntime
public import Foundation

/// Receives notifications. To receive the tap that launched the app, it must be set before the launch has finished
/// (C110).
///
/// Source: developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate. Each method with a
/// completion handler and its `async` twin are one in Objective-C; an app implements either.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// A notification is due while the app is in the foreground. The delegate decides how it is shown.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
    /// The same, `async`.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions
    /// The person responded to a notification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
    /// The same, `async`.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async
}

/// These defaults stand for Objective-C's `optional`: they tell the model that the delegate lacks the method.
extension UNUserNotificationCenterDelegate {
    /// Not implemented.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        OptionalMethodDetector.missed()
        return []
    }
    /// Not implemented.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        OptionalMethodDetector.missed()
    }
}

/// How a notification is shown while the app is in the foreground.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: UInt
    /// Makes options from the system's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// It sets the number on the app's icon.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
    /// It makes a sound.
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    /// It appears in the list.
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    /// It appears as a banner.
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

/// The identifier of a tap on the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The identifier of the act of swiping a notification away. The model does not deliver it.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// A response of the person to a notification.
open class UNNotificationResponse: NSObject {
    /// The notification.
    public let notification: UNNotification
    /// The identifier of the button that was tapped.
    public let actionIdentifier: String

    init(notification: UNNotification, actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
    }
}
