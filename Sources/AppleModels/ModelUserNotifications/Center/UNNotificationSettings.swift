public import Foundation

/// What the person lets the app do.
open class UNNotificationSettings: NSObject {
    /// Whether the app may show notifications.
    public let authorizationStatus: UNAuthorizationStatus

    init(authorizationStatus: UNAuthorizationStatus) {
        self.authorizationStatus = authorizationStatus
    }
}
