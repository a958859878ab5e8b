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
