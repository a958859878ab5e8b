internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// The notification center of the app.
///
/// Source: developer.apple.com/documentation/usernotifications/unusernotificationcenter.
open class UNUserNotificationCenter: NSObject {
    let part: NotificationPart?

    init(part: NotificationPart?) {
        self.part = part
    }

    /// The notification center of the process.
    open class func current() -> UNUserNotificationCenter {
        ProcessHandle.recording("UNUserNotificationCenter")?.part(NotificationPart.self).center
            ?? UNUserNotificationCenter(part: nil)
    }

    /// The receiver of notifications, held weakly.
    open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { part?.delegate }
        set {
            part?.process.recordWrite("UNUserNotificationCenter")
            part?.delegate = newValue
        }
    }

    /// Requests authorization. The person is asked once; later requests return the same answer.
    open func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        part?.process.record("UNUserNotificationCenter")
        guard let part else { return completionHandler(false, nil) }
        part.requestAuthorization(
            PendingCompletion { result in
                switch result {
                case .success(let isGranted): completionHandler(isGranted, nil)
                case .failure(let error): completionHandler(false, error)
                }
            })
    }

    /// Requests authorization. The person is asked once; later requests return the same answer.
    open nonisolated(nonsending) func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        part?.process.record("UNUserNotificationCenter")
        return try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Bool, any Error>) in
            guard let part else { return answer.resume(returning: false) }
            part.requestAuthorization(
                PendingCompletion({ answer.resume(with: $0) }, abandonment: .failure(CancellationError())))
        }
    }

    /// The permissions that the person gave the app.
    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        part?.process.record("UNUserNotificationCenter")
        // The object never changes.
        nonisolated(unsafe) let settings = settings
        guard let part else { return completionHandler(settings) }
        part.later { completionHandler(settings) }
    }

    /// The permissions that the person gave the app.
    open nonisolated(nonsending) func notificationSettings() async -> UNNotificationSettings {
        part?.process.record("UNUserNotificationCenter")
        return settings
    }

    /// Adds a notification. Without permission this succeeds, and nothing is shown (C110).
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        part?.process.record("UNUserNotificationCenter")
        part?.add(request, completionHandler.map { PendingCompletion($0) })
    }

    /// Adds a notification.
    open nonisolated(nonsending) func add(_ request: UNNotificationRequest) async throws {
        part?.process.record("UNUserNotificationCenter")
        guard let part else { return }
        try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Void, any Error>) in
            let give: @Sendable ((any Error)?) -> Void = { error in
                if let error { answer.resume(throwing: error) } else { answer.resume() }
            }
            part.add(request, PendingCompletion(give, abandonment: .some(CancellationError())))
        }
    }

    /// Sets the categories of notifications, with their buttons.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        part?.process.record("UNUserNotificationCenter")
        part?.categories = categories
    }

    /// Returns the categories of notifications.
    open func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        part?.process.record("UNUserNotificationCenter")
        guard let part else { return completionHandler([]) }
        part.later { [part] in completionHandler(part.categories) }
    }

    /// Returns the categories of notifications.
    open nonisolated(nonsending) func notificationCategories() async -> Set<UNNotificationCategory> {
        part?.process.record("UNUserNotificationCenter")
        return part?.categories ?? []
    }

    /// Removes notifications from the list.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        part?.process.record("UNUserNotificationCenter")
        part?.send { texts in .removeDelivered(identifiers.map { NotificationID($0, in: &texts) }) }
    }

    /// Removes all notifications from the list.
    open func removeAllDeliveredNotifications() {
        part?.process.record("UNUserNotificationCenter")
        guard let part else { return }
        let ids = part.process.kernel.notificationCenter.delivered.map(\.id)
        part.send { _ in .removeDelivered(ids) }
    }

    /// Cancels notifications that were not delivered yet.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        part?.process.record("UNUserNotificationCenter")
        part?.send { texts in .removePending(identifiers.map { NotificationID($0, in: &texts) }) }
    }

    /// Returns the notifications in the list.
    open nonisolated(nonsending) func deliveredNotifications() async -> [UNNotification] {
        part?.process.record("UNUserNotificationCenter")
        return part?.delivered ?? []
    }

    /// Sets the number on the app's icon.
    open func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        part?.process.record("UNUserNotificationCenter")
        guard let part else { return }
        part.send { _ in .setBadge(newBadgeCount) }
        if let completionHandler { part.later { completionHandler(nil) } }
    }

    /// Sets the number on the app's icon.
    open nonisolated(nonsending) func setBadgeCount(_ newBadgeCount: Int) async throws {
        part?.process.record("UNUserNotificationCenter")
        part?.send { _ in .setBadge(newBadgeCount) }
    }

    private var settings: UNNotificationSettings {
        let authorization = part?.process.kernel.notificationCenter.authorization ?? .notDetermined
        let status: UNAuthorizationStatus =
            switch authorization {
            case .notDetermined: .notDetermined
            case .denied: .denied
            case .authorized: .authorized
            }
        return UNNotificationSettings(authorizationStatus: status)
    }
}

/// The kinds of notifications for which the app asks permission.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: UInt
    /// Makes options from the system's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A number on the app's icon.
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    /// Sound.
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    /// Text on the screen.
    public static let alert = UNAuthorizationOptions(rawValue: 4)
    /// Alerts that override the mute switch and a Focus.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
    /// Quiet notifications in the list, without asking the person.
    public static let provisional = UNAuthorizationOptions(rawValue: 64)
}

/// The permissions that the person gave the app.
open class UNNotificationSettings: NSObject {
    /// Whether the app may show notifications.
    public let authorizationStatus: UNAuthorizationStatus

    init(authorizationStatus: UNAuthorizationStatus) {
        self.authorizationStatus = authorizationStatus
    }
}

/// Whether the app may show notifications.
public enum UNAuthorizationStatus: Int, Sendable {
    /// The person was not asked.
    case notDetermined = 0
    /// The person denied it.
    case denied = 1
    /// The person allowed it.
    case authorized = 2
    /// The app may show quiet notifications in the list.
    case provisional = 3
    /// An app clip may show notifications for a limited time.
    case ephemeral = 4
}

/// The reason why a notification was refused.
public struct UNError: CustomNSError, Hashable {
    /// The error codes.
    public enum Code: Int, Sendable {
        /// The person has not allowed notifications.
        case notificationsNotAllowed = 1
    }

    /// The error code.
    public let code: Code

    /// Makes an error with a code.
    public init(_ code: Code) { self.code = code }

    /// The error domain.
    public static var errorDomain: String { "UNErrorDomain" }
    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }
}
