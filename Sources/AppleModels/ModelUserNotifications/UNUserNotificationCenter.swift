internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// The app's notifications.
///
/// Source: developer.apple.com/documentation/usernotifications/unusernotificationcenter.
open class UNUserNotificationCenter: NSObject {
    let part: NotificationPart?

    init(part: NotificationPart?) {
        self.part = part
    }

    /// The centre of the process.
    open class func current() -> UNUserNotificationCenter {
        ProcessHandle.recording("UNUserNotificationCenter")?.part(NotificationPart.self).center
            ?? UNUserNotificationCenter(part: nil)
    }

    /// Who hears of notifications. Held weakly.
    open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { part?.delegate }
        set {
            part?.process.recordWrite("UNUserNotificationCenter")
            part?.delegate = newValue
        }
    }

    /// Asks the person, once; later the answer is known.
    open func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        part?.process.record("UNUserNotificationCenter")
        guard let part else { return completionHandler(false, nil) }
        part.requestAuthorization(
            OwedAnswer { result in
                switch result {
                case .success(let isGranted): completionHandler(isGranted, nil)
                case .failure(let error): completionHandler(false, error)
                }
            })
    }

    /// Asks the person, once; later the answer is known.
    open nonisolated(nonsending) func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        part?.process.record("UNUserNotificationCenter")
        return try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Bool, any Error>) in
            guard let part else { return answer.resume(returning: false) }
            part.requestAuthorization(
                OwedAnswer({ answer.resume(with: $0) }, abandonment: .failure(CancellationError())))
        }
    }

    /// What the person lets the app do.
    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        part?.process.record("UNUserNotificationCenter")
        // It never changes.
        nonisolated(unsafe) let settings = settings
        guard let part else { return completionHandler(settings) }
        part.later { completionHandler(settings) }
    }

    /// What the person lets the app do.
    open nonisolated(nonsending) func notificationSettings() async -> UNNotificationSettings {
        part?.process.record("UNUserNotificationCenter")
        return settings
    }

    /// Adds a notification. Without permission that succeeds, and nothing is shown (C110).
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        part?.process.record("UNUserNotificationCenter")
        part?.add(request, completionHandler.map { OwedAnswer($0) })
    }

    /// Adds a notification.
    open nonisolated(nonsending) func add(_ request: UNNotificationRequest) async throws {
        part?.process.record("UNUserNotificationCenter")
        guard let part else { return }
        try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Void, any Error>) in
            let give: @Sendable ((any Error)?) -> Void = { error in
                if let error { answer.resume(throwing: error) } else { answer.resume() }
            }
            part.add(request, OwedAnswer(give, abandonment: .some(CancellationError())))
        }
    }

    /// Says which kinds of notifications there are, with their buttons.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        part?.process.record("UNUserNotificationCenter")
        part?.categories = categories
    }

    /// Which kinds of notifications there are.
    open func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        part?.process.record("UNUserNotificationCenter")
        guard let part else { return completionHandler([]) }
        part.later { [part] in completionHandler(part.categories) }
    }

    /// Which kinds of notifications there are.
    open nonisolated(nonsending) func notificationCategories() async -> Set<UNNotificationCategory> {
        part?.process.record("UNUserNotificationCenter")
        return part?.categories ?? []
    }

    /// Takes notifications out of the list.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        part?.process.record("UNUserNotificationCenter")
        part?.send { texts in .removeDelivered(identifiers.map { NotificationID($0, in: &texts) }) }
    }

    /// Takes every notification out of the list.
    open func removeAllDeliveredNotifications() {
        part?.process.record("UNUserNotificationCenter")
        guard let part else { return }
        let ids = part.process.kernel.notificationBook.delivered.map(\.id)
        part.send { _ in .removeDelivered(ids) }
    }

    /// Takes back notifications that have not come.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        part?.process.record("UNUserNotificationCenter")
        part?.send { texts in .removePending(identifiers.map { NotificationID($0, in: &texts) }) }
    }

    /// The names of those in the list.
    open nonisolated(nonsending) func deliveredNotifications() async -> [UNNotification] {
        part?.process.record("UNUserNotificationCenter")
        return part?.delivered ?? []
    }

    /// The number on the app's icon.
    open func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        part?.process.record("UNUserNotificationCenter")
        guard let part else { return }
        part.send { _ in .setBadge(newBadgeCount) }
        if let completionHandler { part.later { completionHandler(nil) } }
    }

    /// The number on the app's icon.
    open nonisolated(nonsending) func setBadgeCount(_ newBadgeCount: Int) async throws {
        part?.process.record("UNUserNotificationCenter")
        part?.send { _ in .setBadge(newBadgeCount) }
    }

    private var settings: UNNotificationSettings {
        let authorization = part?.process.kernel.notificationBook.authorization ?? .notDetermined
        let status: UNAuthorizationStatus =
            switch authorization {
            case .notDetermined: .notDetermined
            case .denied: .denied
            case .authorized: .authorized
            }
        return UNNotificationSettings(authorizationStatus: status)
    }
}

/// What is asked of the person.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Bits of the system.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A number on the icon.
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    /// Sound.
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    /// Text on the screen.
    public static let alert = UNAuthorizationOptions(rawValue: 4)
    /// Through everything.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
    /// Into the list, without asking.
    public static let provisional = UNAuthorizationOptions(rawValue: 64)
}

/// What the person lets the app do.
open class UNNotificationSettings: NSObject {
    /// Whether the app may show notifications.
    public let authorizationStatus: UNAuthorizationStatus

    init(authorizationStatus: UNAuthorizationStatus) {
        self.authorizationStatus = authorizationStatus
    }
}

/// Whether the app may show notifications.
public enum UNAuthorizationStatus: Int, Sendable {
    /// Nobody was asked.
    case notDetermined = 0
    /// No.
    case denied = 1
    /// Yes.
    case authorized = 2
    /// Quietly.
    case provisional = 3
    /// For an app clip's while.
    case ephemeral = 4
}

/// Why a notification was not taken.
public struct UNError: CustomNSError, Hashable {
    /// The numbers of the error.
    public enum Code: Int, Sendable {
        /// The person does not let the app.
        case notificationsNotAllowed = 1
    }

    /// Which error it is.
    public let code: Code

    /// An error of a code.
    public init(_ code: Code) { self.code = code }

    /// The domain.
    public static var errorDomain: String { "UNErrorDomain" }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
}
