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
