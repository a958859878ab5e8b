public import CallModel

/// Decides the notices of missed and dropped calls: each call gets one notice until the person has seen it, unless
/// better news come.
///
/// News about a call may come in any order and repeatedly; the strongest counts (`EndReason`). A notification's
/// identifier is the call's name. A process may have shown notices that it could not record before it ended. So a new
/// process asks the notification center which notices exist before it shows its first one.
public struct MissedCallNotices: Hashable, Sendable, Codable {
    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// The process started.
        case launched
        /// The notification center listed its notices, as requested.
        case delivered([CallUUID])
        /// A call ended on this device.
        case ended(CallOutcome)
        /// A call rang when the previous process ended. Its outcome is unknown.
        case leftRinging(CallOutcome)
        /// The person had answered a call when the previous process ended, and it was not connected. Its outcome is
        /// unknown; the reason is `dropped`.
        case leftAnswering(CallOutcome)
        /// A call that rang in an earlier process is announced again. It has a new name, and any notice will use that
        /// name.
        case announcedAgain(CallUUID)
        /// The wait for the outcome of a call ended.
        case timerFired
        /// A call was cut off by the end of the previous process. The reason is `dropped`.
        case cutOff(CallOutcome)
        /// The exchange reported how a call ended, possibly long after.
        case update(CallUUID, EndReason, reported: Ending? = nil)
        /// The notification center shows the notice.
        case shown(CallUUID)
        /// The notification center has removed the notice.
        case withdrawn(CallUUID)
        /// The person opened the notice, saw the call in the app's list, or called back.
        case read(CallUUID)
        /// The person or a sign-out cleared all notices.
        case cleared
    }

    /// The outputs of the machine.
    public enum Effect: Hashable, Sendable {
        /// Ask the notification center for its notices. The answer is `delivered`.
        case askDelivered
        /// Show a notice. The answer is `shown`.
        case show(Notice)
        /// Store the record before the following effects. Otherwise a removed notice could be shown again.
        case save
        /// Remove a notice. The answer is `withdrawn`.
        case withdraw(CallUUID)
        /// Wait ``PhoneLimits/outcomeWait`` for the outcome of a call.
        case startTimer
        /// Stops the timer, if it runs.
        case stopTimer
        /// Publish the number of unread notices.
        case unread(Int)
    }

    /// The maximum number of notices. The oldest settled one is forgotten first.
    public static let countMax = 64

    /// Whether this process knows which notices the notification center has.
    private enum Knowledge: Hashable, Sendable {
        case none, asked, there
    }

    /// The notices, in the order of their creation.
    public private(set) var notices: [Notice] = []
    /// Knowledge of this process; not stored.
    private var knowledge = Knowledge.none
    /// Whether the wait for an outcome has begun; not stored.
    private var isTiming = false

    private enum CodingKeys: String, CodingKey {
        case notices
    }

    /// Creates a machine without notices.
    public init() {}

    /// Restores the notices of the previous process. They come late before the first unlock, when nothing can be read.
    public mutating func restore(_ stored: MissedCallNotices) {
        let own = notices
        notices = stored.notices.filter { notice in !own.contains { $0.id == notice.id } }
        for notice in own { append(notice) }
        knowledge = .none
        isTiming = false
    }

    /// Whether the outcome of a call is still unknown.
    public var isUnsure: Bool { notices.contains { $0.stage == .unsure } }

    /// The calls that will need a notice as soon as their outcome or the existing notices are known.
    var owed: [CallUUID] {
        notices.filter { $0.stage == .unsure || ($0.stage == .waiting && knowledge == .asked) }.map(\.id)
    }

    /// How many notices the person must see and has not.
    public var unreadCount: Int { notices.count { $0.isUnread } }

    /// Forgets the exchange's accounts of all ends.
    mutating func forgetWords() {
        for index in notices.indices { notices[index].reported = nil }
    }

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        let before = unreadCount
        switch event {
        case .launched: launch(into: &effects)
        case .delivered(let ids): reconcile(ids, into: &effects)
        case .ended(let outcome): handle(outcome, .missed, into: &effects)
        case .cutOff(let outcome): handle(outcome, .dropped, into: &effects)
        case .leftRinging(let outcome): handleUnsure(outcome, .missed, into: &effects)
        case .leftAnswering(let outcome): handleUnsure(outcome, .dropped, into: &effects)
        case .announcedAgain(let id): dismiss({ $0.id == id }, into: &effects)
        case .timerFired: assumeMissed(into: &effects)
        case .update(let id, let reason, let reported): handle(reason, reported, of: id, into: &effects)
        case .shown(let id): confirmShown(id, into: &effects)
        case .withdrawn(let id): settle(id)
        case .read(let id): dismiss({ $0.id == id }, into: &effects)
        case .cleared:
            dismiss({ _ in true }, into: &effects)
            forget()
        }
        time(into: &effects)
        if unreadCount != before { effects.append(.unread(unreadCount)) }
    }

    private mutating func time(into effects: inout [Effect]) {
        guard isTiming != isUnsure else { return }
        isTiming = isUnsure
        effects.append(isTiming ? .startTimer : .stopTimer)
    }

    private func index(of id: CallUUID) -> Int? { notices.firstIndex { $0.id == id } }

    private mutating func launch(into effects: inout [Effect]) {
        for notice in notices where notice.stage == .withdrawing { effects.append(.withdraw(notice.id)) }
        if notices.contains(where: { $0.isUnread }) { ask(into: &effects) }
    }

    private mutating func ask(into effects: inout [Effect]) {
        guard knowledge == .none else { return }
        knowledge = .asked
        effects.append(.askDelivered)
    }

    private mutating func show(_ notice: Notice, into effects: inout [Effect]) {
        if knowledge == .there { effects.append(.show(notice)) } else { ask(into: &effects) }
    }

    /// Compares the notices with the notification center. Missing new ones are shown; shown ones that are gone count as
    /// seen.
    private mutating func reconcile(_ delivered: [CallUUID], into effects: inout [Effect]) {
        guard knowledge == .asked else { return }
        knowledge = .there
        for index in notices.indices {
            switch (notices[index].stage, delivered.contains(notices[index].id)) {
            case (.waiting, true): notices[index].stage = .shown
            case (.waiting, false): effects.append(.show(notices[index]))
            case (.shown, false): notices[index].stage = .settled
            case (.shown, true), (.withdrawing, _), (.settled, _), (.heard, _), (.unsure, _): break
            }
        }
    }

    private mutating func handle(_ outcome: CallOutcome, _ kind: NoticeKind, into effects: inout [Effect]) {
        var notice = Notice(outcome, kind, .settled)
        if let index = index(of: outcome.id) {
            guard notices[index].stage == .heard else {
                return handle(outcome.reason, outcome.reported, of: outcome.id, into: &effects)
            }
            // Until now only the exchange's report was known. The call itself completes it.
            let heard = notices.remove(at: index)
            _ = notice.learn(heard.reason, heard.reported)
        }
        var judged = outcome
        judged.reason = notice.reason
        let isReported = kind == .dropped || judged.isMissed
        if isReported { notice.stage = .waiting }
        append(notice)
        if isReported { show(notice, into: &effects) }
    }

    /// Records a call with an unknown outcome. An immediate notice might have to be withdrawn, because the call can
    /// still ring.
    private mutating func handleUnsure(_ outcome: CallOutcome, _ kind: NoticeKind, into effects: inout [Effect]) {
        guard index(of: outcome.id) == nil else { return handle(outcome, kind, into: &effects) }
        append(Notice(outcome, kind, .unsure))
    }

    private mutating func assumeMissed(into effects: inout [Effect]) {
        for index in notices.indices where notices[index].stage == .unsure { report(index, into: &effects) }
    }

    private mutating func report(_ index: Int, into effects: inout [Effect]) {
        notices[index].stage = .waiting
        show(notices[index], into: &effects)
    }

    private mutating func append(_ notice: Notice) {
        if notices.count == Self.countMax {
            notices.remove(at: notices.firstIndex { $0.stage == .settled || $0.stage == .heard } ?? notices.startIndex)
        }
        notices.append(notice)
    }

    private mutating func handle(
        _ reason: EndReason, _ reported: Ending?, of id: CallUUID, into effects: inout [Effect]
    ) {
        guard let index = index(of: id) else {
            return append(.heard(id, reason, reported))
        }
        // Only the exchange knows how a call ended that was cut off while the person answered it.
        let isFirstWord = notices[index].stage == .unsure && notices[index].kind == .dropped
        if isFirstWord { (notices[index].reason, notices[index].reported) = (reason, reported.of(reason)) }
        let isStronger = isFirstWord || notices[index].learn(reason, reported)
        if isFirstWord || notices[index].kind == .missed, isStronger, reason.isSettledByUser {
            dismiss({ $0.id == id }, into: &effects)
        } else if notices[index].stage == .unsure {
            report(index, into: &effects)
        }
    }

    private mutating func confirmShown(_ id: CallUUID, into effects: inout [Effect]) {
        guard let index = index(of: id) else { return effects.append(.withdraw(id)) }
        switch notices[index].stage {
        case .waiting: notices[index].stage = .shown
        case .shown, .withdrawing: break
        case .settled, .heard, .unsure:
            // The notice was withdrawn before it was shown.
            notices[index].stage = .withdrawing
            effects.append(.withdraw(id))
        }
    }

    /// Withdraws notices that the person no longer needs.
    private mutating func dismiss(_ isMeant: (Notice) -> Bool, into effects: inout [Effect]) {
        for index in notices.indices where notices[index].stage == .unsure && isMeant(notices[index]) {
            notices[index].stage = .settled
        }
        let meant = notices.indices.filter { notices[$0].isUnread && isMeant(notices[$0]) }
        guard !meant.isEmpty else { return }
        effects.append(.save)
        for index in meant {
            notices[index].stage = .withdrawing
            effects.append(.withdraw(notices[index].id))
        }
    }

    /// Forgets all personal data. Notices that must still be withdrawn keep only their identifiers; all others go.
    private mutating func forget() {
        notices = notices.filter { $0.stage == .withdrawing }.map(\.nameless)
    }

    private mutating func settle(_ id: CallUUID) {
        guard let index = index(of: id), notices[index].stage == .withdrawing else { return }
        notices[index].stage = .settled
    }
}

extension Notice {
    /// The notice without personal data.
    fileprivate var nameless: Notice {
        Notice(
            id: id, kind: kind, reason: reason, reported: nil, organization: nil, display: .unknown, time: nil,
            stage: stage)
    }

    /// Creates the notice of a call of which only the exchange's report is known.
    fileprivate static func heard(_ id: CallUUID, _ reason: EndReason, _ reported: Ending?) -> Notice {
        Notice(
            id: id, kind: .missed, reason: reason, reported: reported.of(reason), organization: nil, display: .unknown,
            time: nil, stage: .heard)
    }
}
