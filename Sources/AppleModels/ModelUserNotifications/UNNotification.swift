public import Foundation

/// A notification that came.
open class UNNotification: NSObject {
    /// When.
    public let date: Date
    /// As it was asked for.
    public let request: UNNotificationRequest

    init(date: Date, request: UNNotificationRequest) {
        self.date = date
        self.request = request
    }
}

/// A notification that is asked for.
open class UNNotificationRequest: NSObject {
    /// The app's name for it; another of the same name takes its place.
    public let identifier: String
    /// What it says.
    public let content: UNNotificationContent
    /// When it comes; nil is at once.
    public let trigger: UNNotificationTrigger?

    /// A notification; its content is copied.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content.duplicate()
        self.trigger = trigger
    }
}

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

/// What a notification is to say.
open class UNMutableNotificationContent: UNNotificationContent {
    /// Nothing yet.
    public override init() {}

    /// The first line.
    open override var title: String {
        get { super.title }
        set { super.title = newValue }
    }
    /// The second.
    open override var subtitle: String {
        get { super.subtitle }
        set { super.subtitle = newValue }
    }
    /// The rest.
    open override var body: String {
        get { super.body }
        set { super.body = newValue }
    }
    /// The number on the app's icon; nil leaves it.
    open override var badge: NSNumber? {
        get { super.badge }
        set { super.badge = newValue }
    }
    /// What it sounds like; nil is silence.
    open override var sound: UNNotificationSound? {
        get { super.sound }
        set { super.sound = newValue }
    }
    /// The app's own facts.
    open override var userInfo: [AnyHashable: Any] {
        get { super.userInfo }
        set { super.userInfo = newValue }
    }
    /// Which buttons it has.
    open override var categoryIdentifier: String {
        get { super.categoryIdentifier }
        set { super.categoryIdentifier = newValue }
    }
    /// Which others it is grouped with.
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
    /// Into the list.
    case passive = 0
    /// With sound.
    case active = 1
    /// With sound, through a Focus too, with the capability.
    case timeSensitive = 2
    /// Through everything, with an entitlement. The model treats it as `timeSensitive`.
    case critical = 3
}

/// What a notification sounds like.
open class UNNotificationSound: NSObject {
    private let name: String

    init(name: String) {
        self.name = name
    }

    /// A file of the app's.
    public convenience init(named name: UNNotificationSoundName) { self.init(name: name.rawValue) }

    /// The system's.
    open class var `default`: UNNotificationSound { UNNotificationSound(name: "default") }

    /// The system's for a call.
    open class var defaultRingtone: UNNotificationSound { UNNotificationSound(name: "ringtone") }
}

/// The name of a sound's file.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// When a notification comes.
open class UNNotificationTrigger: NSObject {
    /// Whether again and again. The model delivers once.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
    }
}

/// After a time.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    /// In seconds.
    public let timeInterval: TimeInterval

    /// After some seconds.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }
}
