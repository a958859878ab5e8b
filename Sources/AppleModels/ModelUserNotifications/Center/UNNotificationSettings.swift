public import Foundation

/// What the person lets the app do.
open class UNNotificationSettings: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, as Apple's: it never changes.
    /// Whether the app may show notifications.
    public let authorizationStatus: UNAuthorizationStatus

    init(authorizationStatus: UNAuthorizationStatus) {
        self.authorizationStatus = authorizationStatus
    }
}
