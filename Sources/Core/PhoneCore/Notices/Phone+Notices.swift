public import CallModel

/// Notices of missed and dropped calls.
extension Phone {
    mutating func pass(_ event: MissedCallNotices.Event, into effects: inout [PhoneEffect]) {
        var wanted: [MissedCallNotices.Effect] = []
        state.notices.handle(event, into: &wanted)
        for effect in wanted {
            switch effect {
            case .askDelivered: effects.append(.notification(.askShown))
            case .show(let notice):
                effects.append(
                    .notification(
                        notice.kind == .missed
                            ? .missed(notice.id, notice.display, isBusy: notice.disposition == .busy)
                            : .dropped(notice.id, notice.display)))
            case .save: effects.append(.store(state.record))
            case .startTimer: effects.append(.startTimer(.outcome, after: limits.outcomeWait))
            case .stopTimer: effects.append(.stopTimer(.outcome))
            case .withdraw(let id): effects.append(.notification(.remove(id)))
            case .unread(let count): effects.append(.publish(.unread(count)))
            }
        }
    }

    /// Removes the exchange's accounts of ends, for state searches. The phone's decisions depend only on the reason, so
    /// states that differ only in accounts count as one.
    package mutating func forgetWords(in effects: inout [PhoneEffect]) {
        state.notices.forgetWords()
        for index in effects.indices {
            guard case .store(var record) = effects[index] else { continue }
            record.notices.forgetWords()
            effects[index] = .store(record)
        }
    }

    mutating func handle(_ response: NotificationResponse, into effects: inout [PhoneEffect]) {
        switch response {
        case .notice(let id): pass(.shown(id), into: &effects)
        case .noticeRemoved(let id): pass(.withdrawn(id), into: &effects)
        case .noticesShown(let ids): pass(.delivered(ids), into: &effects)
        }
    }
}

/// Orders to the notification center.
public enum NotificationOrder: Hashable, Sendable {
    /// Ask which notices exist. The answer lists their calls.
    case askShown
    /// Show that a call was missed. Each call has one notice; a repeated order replaces it. It is acknowledged when the
    /// notice was added. `isBusy`: the call was rejected because other calls left no room.
    case missed(CallUUID, CallDisplay, isBusy: Bool = false)
    /// Show that a call was cut off because its process ended.
    case dropped(CallUUID, CallDisplay)
    /// Show that a call could not be answered because the device has not been unlocked since it started.
    case unlockNeeded(CallUUID)
    /// Remove a notice. It is acknowledged also if the notice did not exist.
    case remove(CallUUID)
    /// Remove the alert of a push that announced this round of a call. It is not acknowledged.
    case removeAlert(CallSessionID, RingRound)
}

/// Answers of the notification center.
public enum NotificationResponse: Hashable, Sendable {
    /// The notice is shown.
    case notice(CallUUID)
    /// The notice is gone.
    case noticeRemoved(CallUUID)
    /// The calls whose notices exist, as ``NotificationOrder/askShown`` asked.
    case noticesShown([CallUUID])
}
