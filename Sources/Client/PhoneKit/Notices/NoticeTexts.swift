import PhoneCore
import Redaction
import UserNotifications

/// The texts of the notices. An app gives its own in the person's language.
nonisolated public struct NoticeTexts: Sendable {
    /// The title of the notice of a missed call. The caller is its second line.
    public var missedTitle = "Missed call"
    /// The last line of a missed call that was declined because the phone had too many calls.
    public var busyNote = "You were in another call."
    /// The title of the notice of a call that was cut off because its process ended.
    public var droppedTitle = "Call ended unexpectedly"
    /// The title of the notice that a call could not be answered before the first unlock. It names no caller.
    public var unlockTitle = "Missed call"
    /// The second line of that notice.
    public var unlockBody = "Unlock your phone to receive calls."
    /// The caller, in notices and on the system's call screen, of whom neither name nor number is known.
    public var unknownCaller = "Unknown caller"
    /// The button of a notice that calls the caller back.
    public var callBack = "Call back"

    /// The texts in English.
    public init() {}
}

nonisolated extension NoticeTexts {
    /// The content of a notice. It carries the caller's number or name, so that the person can call back from it.
    func content(_ style: NoticeStyle, _ display: CallDisplay) -> UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = title(style)
        content.body = body(style, display)
        content.sound = .default
        content.categoryIdentifier = style.category
        content.threadIdentifier = NoticeStyle.missed.category
        content.interruptionLevel = style == .unlockNeeded ? .timeSensitive : .active
        if !display.handle.isEmpty { content.userInfo = [NoticeAnswer.numberKey: display.handle.text.revealed] }
        return content
    }

    var categories: Set<UNNotificationCategory> {
        let callBack = UNNotificationAction(identifier: NoticeAnswer.callBack, title: callBack, options: [.foreground])
        return Set(
            NoticeStyle.allCases.map { style in
                UNNotificationCategory(
                    identifier: style.category, actions: style == .unlockNeeded ? [] : [callBack],
                    intentIdentifiers: [],
                    options: [])
            })
    }

    private func title(_ style: NoticeStyle) -> String {
        switch style {
        case .missed, .busy: missedTitle
        case .dropped: droppedTitle
        case .unlockNeeded: unlockTitle
        }
    }

    private func body(_ style: NoticeStyle, _ display: CallDisplay) -> String {
        switch style {
        case .missed, .dropped: caller(display)
        case .busy: caller(display) + "\n" + busyNote
        case .unlockNeeded: unlockBody
        }
    }

    private func caller(_ display: CallDisplay) -> String {
        if let name = display.shownName { return name }
        return display.handle.isEmpty ? unknownCaller : display.handle.party.revealed
    }
}

/// The kind of a notice.
nonisolated enum NoticeStyle: String, CaseIterable {
    case missed
    /// The call was declined because of other calls.
    case busy
    case dropped
    case unlockNeeded

    /// The notification category, which decides the buttons.
    var category: String { "call.\(rawValue)" }
}
