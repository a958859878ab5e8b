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

    /// For searches: nothing the phone does depends on what the exchange said of an end beside its reason, so that moments
    /// which differ in that alone are one.
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
