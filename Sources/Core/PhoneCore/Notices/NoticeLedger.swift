public import CallModel

/// Tells of missed and dropped calls: each once, until the person knows, and not if better news comes.
///
/// The news about a call may come in any order and more than once; the strongest counts (``EndReason``).
/// A notification's identifier is the call's. A process that ended may have shown what it could not write down; so the
/// first thing a process wants to show waits until it is known what is there already.
public struct NoticeLedger: Hashable, Sendable, Codable {
    /// What happens to it.
    public enum Event: Hashable, Sendable {
        /// The process began.
        case launched
        /// What is in the notification center, as asked for.
        case delivered([CallUUID])
        /// A call is over on this device.
        case ended(CallOutcome)
        /// A call rang when the process before ended; what became of it is not known.
        case leftRinging(CallOutcome)
        /// The person had taken a call when the process before ended, and it had not begun; what became of it is not
        /// known. The reason is `dropped`.
        case leftAnswering(CallOutcome)
        /// A call that a process before rang for is announced again. It has a new name, and is told by that if at all.
        case announcedAgain(CallUUID)
        /// Nobody said in time what became of a call.
        case timerFired
        /// A call was cut off by the end of the process before; the reason is `dropped`.
        case cutOff(CallOutcome)
        /// The exchange says how a call ended, maybe long after.
        case news(CallUUID, EndReason, told: Ending? = nil)
        /// The notification center took the notice.
        case shown(CallUUID)
        /// The notification center has it no longer.
        case withdrawn(CallUUID)
        /// The person opened it, saw the call in a list of the app's, or called back.
        case read(CallUUID)
        /// The person, or a sign-out, clears everything.
        case cleared
    }

    /// What it says.
    public enum Decision: Hashable, Sendable {
        /// What does the notification center show? The answer is `delivered`.
        case askDelivered
        /// The answer is `shown`.
        case show(Notice)
        /// Store the record now, before what follows is done: else what is taken away could be shown again.
        case save
        /// The answer is `withdrawn`.
        case withdraw(CallUUID)
        /// Wait ``PhoneLimits/outcomeWait`` for what became of a call.
        case startTimer
        case stopTimer
        /// How many are unread.
        case unread(Int)
    }

    /// The most notices and settled calls remembered; the oldest settled is forgotten first.
    public static let countMax = 64

    /// Whether this process knows what an earlier one has shown.
    private enum Knowledge: Hashable, Sendable {
        case none, asked, there
    }

    /// In the order they came.
    public private(set) var notices: [Notice] = []
    /// Not stored.
    private var knowledge = Knowledge.none
    /// Whether the wait for the outcome of a call has begun. Not stored.
    private var isTiming = false

    private enum CodingKeys: String, CodingKey {
        case notices
    }

    /// Nothing to tell.
    public init() {}

    /// Takes in what a process before this one left, found only now: before the first unlock nothing can be read.
    public mutating func restore(_ stored: NoticeLedger) {
        let own = notices
        notices = stored.notices.filter { notice in !own.contains { $0.id == notice.id } }
        for notice in own { append(notice) }
        knowledge = .none
        isTiming = false
    }

    /// Whether it has yet to be learned what became of a call.
    public var isUnsure: Bool { notices.contains { $0.stage == .unsure } }

    /// The calls of which a word is owed as soon as it is known which.
    var owed: [CallUUID] {
        notices.filter { $0.stage == .unsure || ($0.stage == .waiting && knowledge == .asked) }.map(\.id)
    }

    public var unreadCount: Int { notices.count { $0.isUnread } }

    /// Keeps nothing of what was said of the ends.
    mutating func forgetWords() {
        for index in notices.indices { notices[index].told = nil }
    }

    /// Handles one event and appends the decisions that follow from it.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        let before = unreadCount
        switch event {
        case .launched: launch(into: &decisions)
        case .delivered(let ids): reconcile(ids, into: &decisions)
        case .ended(let outcome): take(outcome, .missed, into: &decisions)
        case .cutOff(let outcome): take(outcome, .dropped, into: &decisions)
        case .leftRinging(let outcome): takeUnsure(outcome, .missed, into: &decisions)
        case .leftAnswering(let outcome): takeUnsure(outcome, .dropped, into: &decisions)
        case .announcedAgain(let id): dismiss({ $0.id == id }, into: &decisions)
        case .timerFired: assumeMissed(into: &decisions)
        case .news(let id, let reason, let told): take(reason, told, of: id, into: &decisions)
        case .shown(let id): confirmShown(id, into: &decisions)
        case .withdrawn(let id): settle(id)
        case .read(let id): dismiss({ $0.id == id }, into: &decisions)
        case .cleared:
            dismiss({ _ in true }, into: &decisions)
            forget()
        }
        time(into: &decisions)
        if unreadCount != before { decisions.append(.unread(unreadCount)) }
    }

    private mutating func time(into decisions: inout [Decision]) {
        guard isTiming != isUnsure else { return }
        isTiming = isUnsure
        decisions.append(isTiming ? .startTimer : .stopTimer)
    }

    private func index(of id: CallUUID) -> Int? { notices.firstIndex { $0.id == id } }

    private mutating func launch(into decisions: inout [Decision]) {
        for notice in notices where notice.stage == .withdrawing { decisions.append(.withdraw(notice.id)) }
        if notices.contains(where: { $0.isUnread }) { ask(into: &decisions) }
    }

    private mutating func ask(into decisions: inout [Decision]) {
        guard knowledge == .none else { return }
        knowledge = .asked
        decisions.append(.askDelivered)
    }

    private mutating func show(_ notice: Notice, into decisions: inout [Decision]) {
        if knowledge == .there { decisions.append(.show(notice)) } else { ask(into: &decisions) }
    }

    /// What is wanted and not there already is shown; what was shown and is not there any more, the person has seen.
    private mutating func reconcile(_ delivered: [CallUUID], into decisions: inout [Decision]) {
        guard knowledge == .asked else { return }
        knowledge = .there
        for index in notices.indices {
            switch (notices[index].stage, delivered.contains(notices[index].id)) {
            case (.waiting, true): notices[index].stage = .shown
            case (.waiting, false): decisions.append(.show(notices[index]))
            case (.shown, false): notices[index].stage = .settled
            case (.shown, true), (.withdrawing, _), (.settled, _), (.heard, _), (.unsure, _): break
            }
        }
    }

    private mutating func take(_ outcome: CallOutcome, _ kind: NoticeKind, into decisions: inout [Decision]) {
        var notice = Notice(outcome, kind, .settled)
        if let index = index(of: outcome.id) {
            guard notices[index].stage == .heard else {
                return take(outcome.reason, outcome.told, of: outcome.id, into: &decisions)
            }
            // Only the exchange's word was there; with the call itself it can be judged.
            let heard = notices.remove(at: index)
            _ = notice.learn(heard.reason, heard.told)
        }
        var judged = outcome
        judged.reason = notice.reason
        let isTold = kind == .dropped || judged.isMissed
        if isTold { notice.stage = .waiting }
        append(notice)
        if isTold { show(notice, into: &decisions) }
    }

    /// Whoever says "missed" at once may have to take it back: the call can still ring.
    private mutating func takeUnsure(_ outcome: CallOutcome, _ kind: NoticeKind, into decisions: inout [Decision]) {
        guard index(of: outcome.id) == nil else { return take(outcome, kind, into: &decisions) }
        append(Notice(outcome, kind, .unsure))
    }

    private mutating func assumeMissed(into decisions: inout [Decision]) {
        for index in notices.indices where notices[index].stage == .unsure { tell(index, into: &decisions) }
    }

    private mutating func tell(_ index: Int, into decisions: inout [Decision]) {
        notices[index].stage = .waiting
        show(notices[index], into: &decisions)
    }

    private mutating func append(_ notice: Notice) {
        if notices.count == Self.countMax {
            notices.remove(at: notices.firstIndex { $0.stage == .settled || $0.stage == .heard } ?? notices.startIndex)
        }
        notices.append(notice)
    }

    private mutating func take(
        _ reason: EndReason, _ told: Ending?, of id: CallUUID, into decisions: inout [Decision]
    ) {
        guard let index = index(of: id) else {
            return append(.heard(id, reason, told))
        }
        // Of a call that was cut off while it was being taken, only the exchange knows how it ended.
        let isFirstWord = notices[index].stage == .unsure && notices[index].kind == .dropped
        if isFirstWord { (notices[index].reason, notices[index].told) = (reason, told.of(reason)) }
        let isStronger = isFirstWord || notices[index].learn(reason, told)
        if isFirstWord || notices[index].kind == .missed, isStronger, reason.isSettledByUser {
            dismiss({ $0.id == id }, into: &decisions)
        } else if notices[index].stage == .unsure {
            tell(index, into: &decisions)
        }
    }

    private mutating func confirmShown(_ id: CallUUID, into decisions: inout [Decision]) {
        guard let index = index(of: id) else { return decisions.append(.withdraw(id)) }
        switch notices[index].stage {
        case .waiting: notices[index].stage = .shown
        case .shown, .withdrawing: break
        case .settled, .heard, .unsure:
            // It was taken away before it arrived.
            notices[index].stage = .withdrawing
            decisions.append(.withdraw(id))
        }
    }

    /// The person need not be told any more.
    private mutating func dismiss(_ isMeant: (Notice) -> Bool, into decisions: inout [Decision]) {
        for index in notices.indices where notices[index].stage == .unsure && isMeant(notices[index]) {
            notices[index].stage = .settled
        }
        let meant = notices.indices.filter { notices[$0].isUnread && isMeant(notices[$0]) }
        guard !meant.isEmpty else { return }
        decisions.append(.save)
        for index in meant {
            notices[index].stage = .withdrawing
            decisions.append(.withdraw(notices[index].id))
        }
    }

    /// Keeps nothing of anybody: of a notice that is still to be withdrawn its name toward the system, of others
    /// nothing.
    private mutating func forget() {
        notices = notices.filter { $0.stage == .withdrawing }.map(\.nameless)
    }

    private mutating func settle(_ id: CallUUID) {
        guard let index = index(of: id), notices[index].stage == .withdrawing else { return }
        notices[index].stage = .settled
    }
}

extension Notice {
    /// Without what it knows of a person.
    fileprivate var nameless: Notice {
        Notice(
            id: id, kind: kind, reason: reason, told: nil, organization: nil, display: .unknown, time: nil,
            stage: stage)
    }

    /// Stands for a call of which only the exchange's word is known.
    fileprivate static func heard(_ id: CallUUID, _ reason: EndReason, _ told: Ending?) -> Notice {
        Notice(
            id: id, kind: .missed, reason: reason, told: told.of(reason), organization: nil, display: .unknown,
            time: nil, stage: .heard)
    }
}
