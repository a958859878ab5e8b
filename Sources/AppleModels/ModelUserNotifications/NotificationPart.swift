internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// UserNotifications' part in a process: the center, its delegate, and the completions it owes.
///
/// `@unchecked Sendable`: all mutable state is behind `lock`. The delegate is called on the main thread.
final class NotificationPart: FrameworkState, @unchecked Sendable {
    let process: ProcessHandle
    private let lock = NSLock()
    private var madeCenter: UNUserNotificationCenter?
    private weak var keptDelegate: (any UNUserNotificationCenterDelegate)?
    private var keptCategories: Set<UNNotificationCategory> = []
    private var answers: [PendingCompletion<Result<Bool, any Error>>] = []
    private var additions: [(id: NotificationID, done: PendingCompletion<(any Error)?>?)] = []
    private let kept: NotificationArchive

    init(process: ProcessHandle) {
        self.process = process
        kept = process.kernel.persistentObject { NotificationArchive() }
    }

    var center: UNUserNotificationCenter {
        lock.withLock {
            if let madeCenter { return madeCenter }
            let fresh = UNUserNotificationCenter(part: self)
            madeCenter = fresh
            return fresh
        }
    }

    var delegate: (any UNUserNotificationCenterDelegate)? {
        get { lock.withLock { keptDelegate } }
        set {
            lock.withLock { keptDelegate = newValue }
            let isSet = newValue != nil
            send { _ in .setDelegate(isSet: isSet) }
        }
    }

    var categories: Set<UNNotificationCategory> {
        get { lock.withLock { keptCategories } }
        set { lock.withLock { keptCategories = newValue } }
    }

    /// Sends the phone a call of the app. A dead process sends nothing.
    func send(_ request: (inout InternTable) -> NotificationRequest) {
        guard process.isAlive else { return }
        let value = process.kernel.texts(request)
        process.kernel.notifications(value)
    }

    /// Runs code of the app later, on the framework's own queue.
    func later(_ body: @escaping @Sendable () -> Void) {
        Task { [process] in await CallbackQueue.frameworkOwn.run(as: process, body) }
    }

    func requestAuthorization(_ answer: PendingCompletion<Result<Bool, any Error>>) {
        lock.withLock { answers.append(answer) }
        send { _ in .requestAuthorization }
    }

    func add(_ request: UNNotificationRequest, _ done: PendingCompletion<(any Error)?>?) {
        let id = process.kernel.texts { NotificationID(request.identifier, in: &$0) }
        let notification = UNNotification(date: process.kernel.date(at: process.kernel.now), request: request)
        kept[id] = notification
        lock.withLock { additions.append((id, done)) }
        send { .add(LocalNotification(request, id: id, texts: &$0)) }
        if let badge = request.content.badge?.intValue { send { _ in .setBadge(badge) } }
    }

    var delivered: [UNNotification] {
        process.kernel.notificationCenter.delivered.compactMap { kept[$0.id] }
    }

    func end() {
        let owed = lock.withLock {
            defer {
                answers = []
                additions = []
            }
            return (answers, additions.compactMap(\.done))
        }
        for answer in owed.0 { answer.abandon() }
        for done in owed.1 { done.abandon() }
    }

    func receive(_ callback: FrameworkCallback) async {
        guard case .notification(let callback) = callback else { return }
        switch callback {
        case .authorization(let isGranted):
            let answers = lock.withLock {
                defer { self.answers = [] }
                return self.answers
            }
            await CallbackQueue.frameworkOwn.run(as: process) {
                for answer in answers { answer.give(.success(isGranted)) }
            }
        case .added(let id, let isRefused): await finishAddition(id, isRefused)
        case .willPresent(let id): await present(id)
        case .didReceive(let id): await respond(to: id)
        }
    }

    private func finishAddition(_ id: NotificationID, _ isRefused: Bool) async {
        let done = lock.withLock { () -> PendingCompletion<(any Error)?>? in
            guard let index = additions.firstIndex(where: { $0.id == id }) else { return nil }
            return additions.remove(at: index).done
        }
        guard let done else { return }
        let error = isRefused ? UNError(.notificationsNotAllowed) : nil
        await CallbackQueue.frameworkOwn.run(as: process) { done.give(error) }
    }

    private func notification(_ id: NotificationID) -> UNNotification {
        kept[id]
            ?? UNNotification(
                date: process.kernel.date(at: process.kernel.now),
                request: UNNotificationRequest(
                    identifier: process.kernel.texts { $0.text(TextID(id.value)) }, content: UNNotificationContent(),
                    trigger: nil))
    }

    private func present(_ id: NotificationID) async {
        let process = process
        let answer: @Sendable (UNNotificationPresentationOptions) -> Void = { options in
            let shows = !options.isDisjoint(with: [.banner, .list])
            process.kernel.notifications(.present(id, shows: shows))
        }
        await CallbackQueue.main.run(as: process) { [self] in
            guard let delegate else { return }
            let isTaken = OptionalMethodDetector.implements {
                delegate.userNotificationCenter(
                    center, willPresent: notification(id), withCompletionHandler: answer)
            }
            guard !isTaken else { return }
            Task { @MainActor [self] in
                guard let delegate = self.delegate else { return }
                answer(await delegate.userNotificationCenter(center, willPresent: notification(id)))
            }
        }
    }

    private func respond(to id: NotificationID) async {
        await CallbackQueue.main.run(as: process) { [self] in
            guard let delegate else { return }
            let isTaken = OptionalMethodDetector.implements {
                delegate.userNotificationCenter(center, didReceive: response(to: id)) {}
            }
            guard !isTaken else { return }
            Task { @MainActor [self] in
                await self.delegate?.userNotificationCenter(center, didReceive: response(to: id))
            }
        }
    }

    private func response(to id: NotificationID) -> UNNotificationResponse {
        UNNotificationResponse(
            notification: notification(id),
            actionIdentifier: process.kernel.tappedButton(of: id) ?? UNNotificationDefaultActionIdentifier)
    }
}

extension NotificationID {
    init(_ identifier: String, in texts: inout InternTable) { self.init(texts.text(identifier).value) }
}

extension LocalNotification {
    init(_ request: UNNotificationRequest, id: NotificationID, texts: inout InternTable) {
        let content = request.content
        let level: InterruptionLevel =
            switch content.interruptionLevel {
            case .passive: .passive
            case .active: .active
            case .timeSensitive, .critical: .timeSensitive
            }
        let seconds = (request.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval
        self.init(
            id: id, title: texts.text(content.title), body: texts.text(content.body), level: level,
            hasSound: content.sound != nil, delay: seconds.map { .seconds($0) })
    }
}

/// The notifications that an app added. The system keeps them, so the app's next process finds them again.
///
/// `@unchecked Sendable`: all mutable state is behind `lock`, and a notification does not change once it is made.
final class NotificationArchive: @unchecked Sendable {
    private let lock = NSLock()
    private var notifications: [NotificationID: UNNotification] = [:]

    subscript(_ id: NotificationID) -> UNNotification? {
        get { lock.withLock { notifications[id] } }
        set { lock.withLock { notifications[id] = newValue } }
    }
}
