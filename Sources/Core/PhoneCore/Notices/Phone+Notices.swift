public import CallModel

/// What the person is told of calls nobody took.
extension Phone {
    mutating func tell(_ event: NoticeLedger.Event, into effects: inout [PhoneEffect]) {
        var decisions: [NoticeLedger.Decision] = []
        books.notices.handle(event, at: .zero, into: &decisions)
        for decision in decisions {
            switch decision {
            case .askDelivered: effects.append(.notification(.askShown))
            case .show(let notice):
                effects.append(
                    .notification(
                        notice.kind == .missed
                            ? .missed(notice.id, notice.display, isBusy: notice.disposition == .busy)
                            : .dropped(notice.id, notice.display)))
            case .save: effects.append(.store(books.record))
            case .startTimer: effects.append(.startTimer(.outcome, after: limits.outcomeWait))
            case .stopTimer: effects.append(.stopTimer(.outcome))
            case .withdraw(let id): effects.append(.notification(.remove(id)))
            case .unread(let count): effects.append(.publish(.unread(count)))
            }
        }
    }

    /// For searches: nothing the phone does depends on what the exchange said of an end beside its reason, so that
    /// moments which differ in that alone are one.
    package mutating func forgetWords(in effects: inout [PhoneEffect]) {
        books.notices.forgetWords()
        for index in effects.indices {
            guard case .store(var record) = effects[index] else { continue }
            record.notices.forgetWords()
            effects[index] = .store(record)
        }
    }

    mutating func take(_ news: Acknowledgement, into effects: inout [PhoneEffect]) {
        switch news {
        case .notice(let id): tell(.shown(id), into: &effects)
        case .noticeRemoved(let id): tell(.withdrawn(id), into: &effects)
        case .noticesShown(let ids): tell(.delivered(ids), into: &effects)
        }
    }
}

/// What the notification center is told.
public enum NotificationOrder: Hashable, Sendable {
    /// What is there already? Acknowledged with the calls whose notices are.
    case askShown
    /// A call was missed; one notice a call, shown again it replaces itself. Acknowledged when it was added.
    /// `isBusy`: it was turned away because there was no room for it beside other calls.
    case missed(CallUUID, CallDisplay, isBusy: Bool = false)
    /// A call was cut off by the end of the process that held it.
    case dropped(CallUUID, CallDisplay)
    /// A call could not be taken because the device has not been unlocked since it started.
    case unlockNeeded(CallUUID)
    /// Acknowledged when it is gone, and when it was not there.
    case remove(CallUUID)
    /// The alert of a push, which says that a call rings, in that round, is to go; nothing is acknowledged.
    case removeAlert(CallSessionID, RingRound)
}

/// What the notification center confirms.
public enum Acknowledgement: Hashable, Sendable {
    /// The notice is in the notification center.
    case notice(CallUUID)
    /// It is not there any more.
    case noticeRemoved(CallUUID)
    /// What is there, as ``NotificationOrder/askShown`` asked.
    case noticesShown([CallUUID])
}
