internal import DeviceRuntime
public import Foundation

/// Hears of notifications. To hear of the tap that started the app it must be set before launching is over (C110).
///
/// Source: developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate. Each method with a
/// completion handler and its `async` twin are one in Objective-C; an app implements either.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// One came while the app is in the foreground; how it is shown.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
    /// The same, `async`.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions
    /// The person did something with one.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
    /// The same, `async`.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async
}

/// What Objective-C's `optional` does: the model calls, and learns that nobody is there.
extension UNUserNotificationCenterDelegate {
    /// Not implemented.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        OptionalProbe.missed()
    }
    /// Not implemented.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        OptionalProbe.missed()
        return []
    }
    /// Not implemented.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        OptionalProbe.missed()
    }
    /// Not implemented.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        OptionalProbe.missed()
    }
}

/// How a notification is shown while the app is in the foreground.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Bits of the system.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The number on the icon.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
    /// With sound.
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    /// In the list.
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    /// As a banner.
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

/// The identifier of a tap on the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The identifier of a notification swiped away. Not delivered here.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// What a person did with a notification.
open class UNNotificationResponse: NSObject {
    /// The notification.
    public let notification: UNNotification
    /// What was tapped.
    public let actionIdentifier: String

    init(notification: UNNotification, actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
    }
}
