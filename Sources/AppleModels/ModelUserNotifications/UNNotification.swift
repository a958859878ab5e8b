public import Foundation

/// A delivered notification.
open class UNNotification: NSObject {
    /// The time of its delivery.
    public let date: Date
    /// The request for the notification.
    public let request: UNNotificationRequest

    init(date: Date, request: UNNotificationRequest) {
        self.date = date
        self.request = request
    }
}

/// A request for a notification.
open class UNNotificationRequest: NSObject {
    /// The app's identifier. Another request with the same identifier replaces this one.
    public let identifier: String
    /// The content of the notification.
    public let content: UNNotificationContent
    /// The trigger of the delivery; nil delivers at once.
    public let trigger: UNNotificationTrigger?

    /// Makes a request. The content is copied.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content.duplicate()
        self.trigger = trigger
    }
}

/// The content of a notification.
///
/// Source: developer.apple.com/documentation/usernotifications/unnotificationcontent.
open class UNNotificationContent: NSObject {
    /// The title, in the first line.
    open internal(set) var title = ""
    /// The subtitle, in the second line.
    open internal(set) var subtitle = ""
    /// The text.
    open internal(set) var body = ""
    /// The number on the app's icon; nil leaves it as it is.
    open internal(set) var badge: NSNumber?
    /// The sound; nil means no sound.
    open internal(set) var sound: UNNotificationSound?
    /// The app's own data.
    open internal(set) var userInfo: [AnyHashable: Any] = [:]
    /// The category, which decides the buttons.
    open internal(set) var categoryIdentifier = ""
    /// The identifier of the group of notifications it belongs to.
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

/// The content of a notification, which the app can set.
open class UNMutableNotificationContent: UNNotificationContent {
    /// Makes an empty content.
    public override init() {}

    /// The title, in the first line.
    open override var title: String {
        get { super.title }
        set { super.title = newValue }
    }
    /// The subtitle, in the second line.
    open override var subtitle: String {
        get { super.subtitle }
        set { super.subtitle = newValue }
    }
    /// The text.
    open override var body: String {
        get { super.body }
        set { super.body = newValue }
    }
    /// The number on the app's icon; nil leaves it as it is.
    open override var badge: NSNumber? {
        get { super.badge }
        set { super.badge = newValue }
    }
    /// The sound; nil means no sound.
    open override var sound: UNNotificationSound? {
        get { super.sound }
        set { super.sound = newValue }
    }
    /// The app's own data.
    open override var userInfo: [AnyHashable: Any] {
        get { super.userInfo }
        set { super.userInfo = newValue }
    }
    /// The category, which decides the buttons.
    open override var categoryIdentifier: String {
        get { super.categoryIdentifier }
        set { super.categoryIdentifier = newValue }
    }
    /// The identifier of the group of notifications it belongs to.
    open override var threadIdentifier: String {
        get { super.threadIdentifier }
        set { super.threadIdentifier = newValue }
    }
    /// How much it may disturb.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { super.interruptionLevel }
        set { super.interruptionLevel = newValue }
    }
}

/// How much a notification may disturb.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// It appears in the list.
    case passive = 0
    /// It makes a sound.
    case active = 1
    /// It makes a sound even if a Focus is on, if the app has the capability.
    case timeSensitive = 2
    /// It makes a sound in every case, if the app has an entitlement. The model treats it as `timeSensitive`.
    case critical = 3
}

/// The sound of a notification.
open class UNNotificationSound: NSObject {
    private let name: String

    init(name: String) {
        self.name = name
    }

    /// Makes a sound from a file of the app.
    public convenience init(named name: UNNotificationSoundName) { self.init(name: name.rawValue) }

    /// The system's default sound.
    open class var `default`: UNNotificationSound { UNNotificationSound(name: "default") }

    /// The system's ringtone for calls.
    open class var defaultRingtone: UNNotificationSound { UNNotificationSound(name: "ringtone") }
}

/// The name of a sound's file.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The file name.
    public let rawValue: String
    /// Makes a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The trigger of a notification.
open class UNNotificationTrigger: NSObject {
    /// Whether the trigger repeats. The model delivers only once.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
    }
}

/// A trigger that fires after a time.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    /// The time in seconds.
    public let timeInterval: TimeInterval

    /// Makes a trigger that fires after some seconds.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }
}
