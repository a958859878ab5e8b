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

/// The phone's notices in the notification center.
@MainActor
package final class NoticeCenter: NSObject, NoticePort {
    package weak var sink: (any PhoneEventSink)?
    /// Called when the person opens a notice or calls back from it.
    package var answered: (@MainActor (NoticeAnswer) -> Void)?
    /// Called with the payload of the exchange's alert, when the person opens it or it comes while the app is on the
    /// screen.
    package var alerted: (@MainActor (JSONValue) -> Void)?
    /// The delegate that this one replaced. It still receives every notification that is not about a call.
    nonisolated let former = PreviousNotificationDelegate()
    private let texts: NoticeTexts
    private let log: any LogPort
    private var hasAsked = false

    package init(texts: NoticeTexts, log: any LogPort) {
        self.texts = texts
        self.log = log
    }

    /// Becomes the delegate before the app has finished launching, and again whenever another may have replaced it:
    /// Capacitor's bridge does when its view loads, unless it is configured otherwise. Notifications that are not ours
    /// are handed on to the other delegate. Source: C110 (documented); Capacitor 8.4,
    /// NotificationRouter.
    package func attend() {
        let center = UNUserNotificationCenter.current()
        guard center.delegate !== self else { return }
        former.delegate = center.delegate
        center.delegate = self
    }

    /// Asks the person for permission to show notices, once in each process; the system shows its question only once
    /// ever. To be called when the app is on the screen and the person may have calls.
    package func askPermission() {
        guard !hasAsked else { return }
        hasAsked = true
        addCategories()
        UNUserNotificationCenter.current()
            // on purpose: the system itself hides notices that the person does not allow
            .requestAuthorization(options: [.alert, .sound, .badge]) { @Sendable _, _ in }
    }

    package func perform(_ order: NotificationOrder) {
        switch order {
        case .missed(let call, let display, let isBusy): show(isBusy ? .busy : .missed, call, display)
        case .dropped(let call, let display): show(.dropped, call, display)
        case .unlockNeeded(let call): show(.unlockNeeded, call, .unknown)
        case .askShown: reportShown()
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

    /// Acknowledges a notice that the system shows. Without permission the system drops it silently, so that it is not
    /// acknowledged. The notice to unlock the phone is in no record, and needs no acknowledgement.
    private func added(_ call: CallUUID, _ style: NoticeStyle, refusal: Int?) async {
        if let refusal { return log.write(PhoneDiagnostic(.notice, "code \(refusal)")) }
        guard style != .unlockNeeded else { return }
        switch await UNUserNotificationCenter.current().notificationSettings().authorizationStatus {
        case .authorized, .provisional, .ephemeral: sink?.send(.acknowledged(.notice(call)))
        default: break
        }
    }

    private func reportShown() {
        Task {
            let shown = await UNUserNotificationCenter.current().deliveredNotifications()
            sink?.send(.acknowledged(.noticesShown(shown.compactMap { Self.call($0.request.identifier) })))
        }
    }

    /// Calls back when the center has carried out all removals requested so far.
    ///
    /// The center removes on a thread of its own and does not report completion. It handles the requests of one process
    /// in order, so that the answer to a later question shows that the removals are done.
    func afterRemovals(_ done: @escaping @Sendable () -> Void) {
        Task {
            // on purpose: only the arrival of the answer matters
            _ = await UNUserNotificationCenter.current().deliveredNotifications()
            done()
        }
    }

    private func remove(_ call: CallUUID) {
        let center = UNUserNotificationCenter.current()
        center.removePendingNotificationRequests(withIdentifiers: [Self.identifier(call)])
        center.removeDeliveredNotifications(withIdentifiers: [Self.identifier(call)])
        sink?.send(.acknowledged(.noticeRemoved(call)))
    }

    /// Adds our categories to those of the app and of other plugins: a process has one set of categories.
    private func addCategories() {
        UNUserNotificationCenter.current().getNotificationCategories { @Sendable [texts] all in
            let ours = texts.categories
            let missing = ours.filter { our in !all.contains { $0.identifier == our.identifier } }
            guard !missing.isEmpty else { return }
            UNUserNotificationCenter.current().setNotificationCategories(all.union(missing))
        }
    }

    /// The identifier of a call's notice. A later notice of the same call replaces the earlier one.
    private static func identifier(_ call: CallUUID) -> String { prefix + call.description }

    /// The call of a notice; nil for notifications that are not ours.
    nonisolated static func call(_ identifier: String) -> CallUUID? {
        guard identifier.hasPrefix(prefix) else { return nil }
        return UUIDValue(identifier.dropFirst(prefix.count)).map(CallUUID.init(_:))
    }

    /// The payload of an alert from the exchange; nil for any other notification.
    nonisolated static func alert(_ content: UNNotificationContent) -> JSONValue? {
        // A plain `nil` could mean JSON's null here.
        guard content.categoryIdentifier == IncomingPush.alertCategory else { return .none }
        return .some(JSONValue(property: content.userInfo))
    }

    nonisolated private static let prefix = "call."
}

/// The phone's notices in the system's notification center.
@MainActor
public protocol NoticePort: PhoneEventSource {
    /// Shows or removes a notice. A shown notice is acknowledged with `NotificationResponse.notice(_:)`.
    func perform(_ order: NotificationOrder)
}
