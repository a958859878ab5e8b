import PhoneCore
import Redaction
import UserNotifications

nonisolated extension NoticeTexts {
    /// What a notice shows. Number or name stands in it too, so that the person can call back from it.
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
