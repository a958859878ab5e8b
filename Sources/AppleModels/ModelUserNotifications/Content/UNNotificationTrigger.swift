public import Foundation

/// When a notification comes.
open class UNNotificationTrigger: NSObject {
    /// Whether again and again. The model delivers once.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
    }
}
