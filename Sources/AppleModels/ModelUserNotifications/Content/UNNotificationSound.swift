public import Foundation

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
