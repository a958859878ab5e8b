public import Foundation

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
