public import Foundation

/// What a notification says.
///
/// Source: developer.apple.com/documentation/usernotifications/unnotificationcontent.
open class UNNotificationContent: NSObject {
    /// The first line.
    open internal(set) var title = ""
    /// The second.
    open internal(set) var subtitle = ""
    /// The rest.
    open internal(set) var body = ""
    /// The number on the app's icon; nil leaves it.
    open internal(set) var badge: NSNumber?
    /// What it sounds like; nil is silence.
    open internal(set) var sound: UNNotificationSound?
    /// The app's own facts.
    open internal(set) var userInfo: [AnyHashable: Any] = [:]
    /// Which buttons it has.
    open internal(set) var categoryIdentifier = ""
    /// Which others it is grouped with.
    open internal(set) var threadIdentifier = ""
    /// How much it may disturb.
    open internal(set) var interruptionLevel = UNNotificationInterruptionLevel.active

    override init() {}

    func duplicate() -> UNNotificationContent {
        let copy = UNNotificationContent()
        copy.title = title
        copy.subtitle = subtitle
        copy.body = body
        copy.badge = badge
        copy.sound = sound
        copy.userInfo = userInfo
        copy.categoryIdentifier = categoryIdentifier
        copy.threadIdentifier = threadIdentifier
        copy.interruptionLevel = interruptionLevel
        return copy
    }
}
