import CallModel
import Explorer
import PhoneCore

/// One call that rings or stands when the process may be killed, the file, the notification center, and the exchange
/// that may say later how the call really ended, or let it ring again.
struct NoticeModel: Model {
    enum Step: Hashable {
        case decision(MissedCallNotices.Effect)
        case store(PhoneRecord)
    }

    struct State: Hashable {
        var ledger = MissedCallNotices()
        var disk = PhoneRecord()
        /// Calls of this process that live.
        var calls: [PhoneCallRecord]
        var outbox: [Step] = []
        var answers: [MissedCallNotices.Event] = []
        var center: Set<CallUUID> = []
        /// How often the person was alerted.
        var alerts = 0
        var isSettledElsewhere = false
        var news = 1
        var readings = 1
        var rings: Int
        /// Rings that came when the call had been told as missed.
        var lateRings = 0
        var isTimerSet = false
        var kills: Int
        let storesWhenTold: Bool

        mutating func handle(_ events: [MissedCallNotices.Event]) {
            for decision in ledger.after(events) {
                switch decision {
                case .save: if storesWhenTold { outbox.append(.store(record)) }
                default: outbox.append(.decision(decision))
                }
            }
            outbox.append(.store(record))
        }

        private var record: PhoneRecord {
            var record = PhoneRecord()
            record.calls = calls
            record.notices = ledger.stored
            return record
        }

        mutating func carryOut() {
            switch outbox.removeFirst() {
            case .store(let record): disk = record
            case .decision(.askDelivered): answers.append(.delivered(Array(center)))
            case .decision(.show(let notice)):
                alerts += center.insert(notice.id).inserted ? 1 : 0
                answers.append(.shown(notice.id))
            case .decision(.withdraw(let id)):
                center.remove(id)
                answers.append(.withdrawn(id))
            case .decision(.startTimer): isTimerSet = true
            case .decision(.stopTimer): isTimerSet = false
            case .decision(.unread), .decision(.save): break
            }
        }

        /// The next process finds the stored state.
        mutating func relaunch() {
            ledger = disk.notices
            calls = []
            outbox = []
            answers = []
            isTimerSet = false
            var events: [MissedCallNotices.Event] = [.launched]
            for finding in Recovery.findings(disk, systemCalls: []) {
                switch finding {
                case .missed(let call): events.append(.leftRinging(CallOutcome(call.id, call.direction, .noAnswer)))
                case .unanswered(let call):
                    events.append(.leftAnswering(CallOutcome(call.id, call.direction, .dropped)))
                case .dropped(let call): events.append(.cutOff(CallOutcome(call.id, call.direction, .dropped)))
                case .hangUp, .askStatus, .endSystemCall: break
                }
            }
            handle(events)
        }
    }

    enum Action: Hashable {
        case carryOut, answer, timer, missed, ringsAgain, update(EndReason), read, kill
    }

    static let alertedOnce = "the person is alerted once at most, and again only of a ring that came later"

    let kills: Int
    /// Whether the call was taken before the process could be killed.
    let isTaken: Bool
    /// Whether the shell stores the record where the machine says, or only at the end of a turn.
    var storesWhenTold = true

    private var call: PhoneCallRecord { PhoneCallRecord(name(in: 0), .inbound, isTaken ? .connected : .ringing) }

    /// Each process calls it something else.
    private func name(in process: UInt64) -> CallUUID {
        CallUUID(session: CallSessionID(UUIDValue(high: 1, low: 1)), process: process)
    }

    var initialStates: [State] {
        var state = State(calls: [call], rings: isTaken ? 0 : 1, kills: kills, storesWhenTold: storesWhenTold)
        state.disk.calls = [call]
        return [state]
    }

    func actions(in state: State) -> [Action] {
        var actions: [Action] = state.kills > 0 ? [.kill] : []
        guard state.outbox.isEmpty else { return actions + [.carryOut] }
        if !state.answers.isEmpty { actions.append(.answer) }
        if state.isTimerSet { actions.append(.timer) }
        if !state.calls.isEmpty { actions.append(.missed) }
        if state.rings > 0, state.news > 0, state.calls.isEmpty, state.kills < kills { actions.append(.ringsAgain) }
        if state.news > 0, !isTaken { actions += [.update(.answeredElsewhere), .update(.cancelled)] }
        if state.readings > 0, state.center.contains(call.id) { actions.append(.read) }
        return actions
    }

    func step(_ state: State, _ action: Action) -> State? {
        var next = state
        switch action {
        case .carryOut: next.carryOut()
        case .answer: next.handle([next.answers.removeFirst()])
        case .timer:
            next.isTimerSet = false
            next.handle([.timerFired])
        case .ringsAgain:
            next.rings -= 1
            next.lateRings += next.ledger.isUnsure ? 0 : 1
            next.calls = [PhoneCallRecord(name(in: 1), .inbound, .ringing)]
            next.handle([.announcedAgain(call.id)])
        case .missed:
            let id = next.calls.first?.id ?? call.id
            next.calls = []
            // A call that stood and ended while the process lived needs no notice.
            let reason: EndReason = isTaken ? .completed : .noAnswer
            next.handle([.ended(CallOutcome(id, .inbound, reason))])
        case .update(let reason):
            next.news -= 1
            next.isSettledElsewhere = reason.isSettledByUser
            // The exchange says it until it is heard: a kill loses nothing of it here.
            let ends = next.calls.map { MissedCallNotices.Event.ended(CallOutcome($0.id, .inbound, reason)) }
            next.calls = []
            next.handle([.update(call.id, reason)] + ends)
        case .read:
            next.readings -= 1
            next.handle([.read(call.id)])
        case .kill:
            next.kills -= 1
            next.relaunch()
        }
        return next
    }

    var properties: [Property<State>] {
        [
            Property(.always, Self.alertedOnce) { state in
                state.alerts <= 1 + state.lateRings
            },
            Property(.eventually, "of one call there is one notice") { $0.center.count <= 1 },
            Property(.eventually, "the reported notices are in the notification center, and nothing else") { state in
                state.center.count == state.ledger.notices.count { $0.stage == .shown }
            },
            Property(.eventually, "nothing is left to be shown or taken away") { state in
                !state.isTimerSet && state.ledger.notices.allSatisfy { [.shown, .settled, .heard].contains($0.stage) }
            },
            Property(.eventually, "the file says what is") { $0.disk.notices == $0.ledger.stored },
            Property(.sometimes, "the person is told") { $0.alerts == 1 },
            Property(.sometimes, "the person is told nothing") { $0.alerts == 0 && $0.calls.isEmpty },
        ]
    }
}
