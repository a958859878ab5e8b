import CallModel
public import PhoneCore
import PushPayload
import Redaction
import UserNotifications
package import WireJSON

#if canImport(ObjectiveC)
    import Foundation
    package import ObjectiveC
#else
    package import Foundation
#endif

/// The phone's notices in the notification centre.
@MainActor
package final class NoticeCentre: NSObject, NoticePort {
    package weak var sink: (any PhoneEventSink)?
    /// Told when the person answers a notice.
    package var answered: (@MainActor (NoticeAnswer) -> Void)?
    /// Told what an alert of the exchange's says, when the person opens it or it comes while the app is on the screen.
    package var alerted: (@MainActor (JSONValue) -> Void)?
    /// Whose delegate this one took over from: hears of every notice that is not about a call.
    nonisolated let former = FormerNoticeDelegate()
    private let texts: NoticeTexts
    private let log: any LogPort
    private var hasAsked = false

    package init(texts: NoticeTexts, log: any LogPort) {
        self.texts = texts
        self.log = log
    }

    /// Takes the delegate's place, before the app has finished launching, and whenever another may have taken it: Capacitor's
    /// bridge does when its view loads, unless it is configured otherwise. What is not ours is handed on to it. Source:
    /// apple-contract C110 (documented); Capacitor 8.4, NotificationRouter.
    package func attend() {
        let center = UNUserNotificationCenter.current()
        guard center.delegate !== self else { return }
        former.delegate = center.delegate
        center.delegate = self
    }

    /// Asks the person once a process for permission to show notices; the system shows its question once in all. To be
    /// called when the app is on the screen and there is something to be told of.
    package func askPermission() {
        guard !hasAsked else { return }
        hasAsked = true
        addCategories()
        UNUserNotificationCenter.current()
            // on purpose: what a person does not want to be shown the system does not show
            .requestAuthorization(options: [.alert, .sound, .badge]) { @Sendable _, _ in }
    }

    package func perform(_ order: NotificationOrder) {
        switch order {
        case .missed(let call, let display, let isBusy): show(isBusy ? .busy : .missed, call, display)
        case .dropped(let call, let display): show(.dropped, call, display)
        case .unlockNeeded(let call): show(.unlockNeeded, call, .unknown)
        case .askShown: tellShown()
        case .remove(let call): remove(call)
        case .removeAlert(let session, let round):
            UNUserNotificationCenter.current()
                .removeDeliveredNotifications(withIdentifiers: [IncomingPush.alertName(of: session, in: round)])
        }
    }

    private func show(_ style: NoticeStyle, _ call: CallUUID, _ display: CallDisplay) {
        addCategories()
        let request = UNNotificationRequest(
            identifier: Self.identifier(call), content: texts.content(style, display), trigger: nil)
        UNUserNotificationCenter.current().add(request) { @Sendable [weak self] error in
            let code = error.map { ($0 as NSError).code }
            Task { @MainActor in await self?.added(call, style, refusal: code) }
        }
    }

    /// Without permission what was added is dropped silently, so that the notice is not counted as told. That the phone
    /// is to be unlocked nobody keeps a book of.
    private func added(_ call: CallUUID, _ style: NoticeStyle, refusal: Int?) async {
        if let refusal { return log.write(PhoneFault(.notice, "code \(refusal)")) }
        guard style != .unlockNeeded else { return }
        switch await UNUserNotificationCenter.current().notificationSettings().authorizationStatus {
        case .authorized, .provisional, .ephemeral: sink?.send(.acknowledged(.notice(call)))
        default: break
        }
    }

    private func tellShown() {
        Task {
            let shown = await UNUserNotificationCenter.current().deliveredNotifications()
            sink?.send(.acknowledged(.noticesShown(shown.compactMap { Self.call($0.request.identifier) })))
        }
    }

    /// Calls back when the centre has done what it was asked to remove until now.
    ///
    /// It removes on a thread of its own and does not say when it has. What it answers later it was asked later: it takes
    /// what one process asks in turn.
    func afterRemovals(_ done: @escaping @Sendable () -> Void) {
        Task {
            // on purpose: only that it answers matters
            _ = await UNUserNotificationCenter.current().deliveredNotifications()
            done()
        }
    }

    private func remove(_ call: CallUUID) {
        let centre = UNUserNotificationCenter.current()
        centre.removePendingNotificationRequests(withIdentifiers: [Self.identifier(call)])
        centre.removeDeliveredNotifications(withIdentifiers: [Self.identifier(call)])
        sink?.send(.acknowledged(.noticeRemoved(call)))
    }

    /// The categories of a process are one set, which the app and other plugins fill as well: ours are added to theirs.
    private func addCategories() {
        UNUserNotificationCenter.current().getNotificationCategories { @Sendable [texts] all in
            let ours = texts.categories
            let missing = ours.filter { our in !all.contains { $0.identifier == our.identifier } }
            guard !missing.isEmpty else { return }
            UNUserNotificationCenter.current().setNotificationCategories(all.union(missing))
        }
    }

    /// One notice a call: shown again it replaces itself.
    private static func identifier(_ call: CallUUID) -> String { prefix + call.description }

    /// The call a notice is about, if it is one of ours.
    nonisolated static func call(_ identifier: String) -> CallUUID? {
        guard identifier.hasPrefix(prefix) else { return nil }
        return UUIDValue(identifier.dropFirst(prefix.count)).map(CallUUID.init(_:))
    }

    /// What an alert of the exchange's says; nil for any other notification.
    nonisolated static func alert(_ content: UNNotificationContent) -> JSONValue? {
        // `nil` beside a value of JSON would be its null.
        guard content.categoryIdentifier == IncomingPush.alertCategory else { return .none }
        return .some(JSONValue(property: content.userInfo))
    }

    nonisolated private static let prefix = "call."
}

/// What the person finds in the notification centre.
@MainActor
public protocol NoticePort: PhoneEventSource {
    /// Shows or removes a notice. One that is shown is acknowledged as ``Acknowledgement/notice(_:)``.
    func perform(_ order: NotificationOrder)
}
