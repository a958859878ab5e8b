import CallModel
import Explorer
import PhoneCore
import Redaction
import Testing

@Suite struct MissedCallNoticesTests {
    private let call = CallUUID(session: CallSessionID(UUIDValue(high: 1, low: 1)))
    private let other = CallUUID(session: CallSessionID(UUIDValue(high: 1, low: 2)))
    private let caller = CallDisplay(.phoneNumber("+18179398981"), name: "Alice")

    private func outcome(_ reason: EndReason, _ direction: CallDirection = .inbound) -> CallOutcome {
        CallOutcome(call, direction, reason, organization: OrganizationID("1"), display: caller)
    }

    /// The notices of a process that knows what is in the notification center.
    private func ledger() -> MissedCallNotices {
        var ledger = MissedCallNotices()
        _ = ledger.after([.ended(CallOutcome(other, .inbound, .noAnswer, display: caller)), .delivered([other])])
        _ = ledger.after([.read(other), .withdrawn(other)])
        return ledger
    }

    private func isShown(_ decisions: [MissedCallNotices.Effect]) -> Bool {
        decisions.contains { if case .show = $0 { true } else { false } }
    }

    @Test func `a missed call is told once`() throws {
        var ledger = ledger()
        let decisions = ledger.after(.ended(outcome(.noAnswer)))
        guard case .show(let notice)? = decisions.first else { return #expect(Bool(false), "\(decisions)") }
        #expect(notice.id == call)
        #expect(notice.kind == .missed)
        #expect(decisions.last == .unread(1))
        #expect(ledger.after([.shown(call), .ended(outcome(.cancelled)), .ended(outcome(.noAnswer))]) == [])
    }

    @Test(arguments: EndReason.allCases)
    func `which ends of an inbound call are missed calls`(reason: EndReason) {
        var ledger = ledger()
        let isMissed = [.failed, .incompatible, .unreachable, .noAnswer, .cancelled, .busy].contains(reason)
        #expect(isShown(ledger.after(.ended(outcome(reason)))) == isMissed)
        var outbound = self.ledger()
        #expect(!isShown(outbound.after(.ended(outcome(reason, .outbound)))))
    }

    @Test func `later news that another device answered takes the notice away`() {
        var ledger = ledger()
        _ = ledger.after([.ended(outcome(.noAnswer)), .shown(call)])
        #expect(ledger.after(.update(call, .answeredElsewhere)) == [.save, .withdraw(call), .unread(0)])
        #expect(ledger.after(.withdrawn(call)) == [])
        #expect(ledger.after([.update(call, .noAnswer), .ended(outcome(.noAnswer))]) == [])
    }

    @Test func `news that came first counts as much`() {
        var ledger = ledger()
        #expect(ledger.after(.update(call, .answeredElsewhere)) == [])
        #expect(ledger.after(.ended(outcome(.noAnswer))) == [])
        #expect(ledger.after(.update(call, .cancelled)) == [])
    }

    @Test func `weaker news that came first hides no missed call`() {
        var ledger = ledger()
        _ = ledger.after(.update(call, .cancelled))
        #expect(isShown(ledger.after(.ended(outcome(.noAnswer)))))
    }

    private func reported(_ reason: EndReason, _ code: UInt16) -> Ending {
        Ending(reason, cause: .normalClearing, sipCode: code, sipReason: "Said")
    }

    private func missed(_ reason: EndReason, _ reported: Ending?) -> CallOutcome {
        var missed = outcome(reason)
        missed.reported = reported
        return missed
    }

    @Test func `S7: the exchange's account of an end stays with that end, and goes when a stronger one is known`() {
        var ledger = ledger()
        _ = ledger.after(.ended(missed(.noAnswer, reported(.noAnswer, 480))))
        #expect(ledger.notices.last?.reported == reported(.noAnswer, 480))
        _ = ledger.after(.update(call, .unreachable, reported: reported(.unreachable, 404)))
        #expect(ledger.notices.last?.reported == reported(.noAnswer, 480))
        _ = ledger.after(.update(call, .cancelled))
        #expect(ledger.notices.last?.reported == nil)
        _ = ledger.after(.update(call, .cancelled, reported: reported(.cancelled, 487)))
        _ = ledger.after(.update(call, .cancelled))
        #expect(ledger.notices.last?.reported == reported(.cancelled, 487))
        _ = ledger.after(.update(call, .declinedElsewhere, reported: reported(.declinedElsewhere, 603)))
        #expect(ledger.notices.last?.reported == reported(.declinedElsewhere, 603))
    }

    @Test func `S7: the exchange's first account of an end is in the notice, also of a dropped call`() {
        var ledger = ledger()
        _ = ledger.after([.update(call, .cancelled, reported: reported(.cancelled, 487)), .ended(outcome(.noAnswer))])
        #expect(ledger.notices.last?.reported == reported(.cancelled, 487))
        var cut = self.ledger()
        _ = cut.after([.update(call, .completed, reported: reported(.completed, 200)), .cutOff(outcome(.dropped))])
        #expect(cut.notices.last?.kind == .dropped && cut.notices.last?.reported == reported(.completed, 200))
    }

    @Test func `S7: the account of another end is kept with no notice`() {
        var ledger = ledger()
        _ = ledger.after(.ended(missed(.noAnswer, reported(.cancelled, 487))))
        #expect(ledger.notices.last?.reason == .noAnswer && ledger.notices.last?.reported == nil)
    }

    @Test func `a dropped call keeps its notice, whatever is reported later`() {
        var ledger = ledger()
        #expect(isShown(ledger.after(.cutOff(outcome(.dropped, .outbound)))))
        #expect(ledger.notices.last?.kind == .dropped)
        #expect(ledger.after([.shown(call), .update(call, .completed)]) == [])
        #expect(ledger.after(.read(call)) == [.save, .withdraw(call), .unread(0)])
    }

    @Test func `a notice ordered before a kill is shown unless it is delivered already`() {
        var ledger = ledger()
        _ = ledger.after(.ended(outcome(.noAnswer)))
        var after = MissedCallNotices()
        after = ledger.stored
        #expect(after.after(.launched) == [.askDelivered])
        #expect(isShown(after.after(.delivered([]))))
        after = ledger.stored
        #expect(after.after([.launched, .delivered([call])]) == [.askDelivered])
        #expect(after.unreadCount == 1)
    }

    @Test func `clearing takes everything away, and a late arrival too`() {
        var ledger = ledger()
        _ = ledger.after(.ended(outcome(.noAnswer)))
        #expect(ledger.after(.cleared) == [.save, .withdraw(call), .unread(0)])
        #expect(ledger.after([.withdrawn(call), .shown(call)]) == [.withdraw(call)])
    }

    @Test func `notices found after the first unlock are merged with earlier ones`() {
        var locked = ledger()
        _ = locked.after([.ended(outcome(.noAnswer)), .shown(call)])
        let missed = CallUUID(session: CallSessionID(UUIDValue(high: 1, low: 3)))
        var stored = MissedCallNotices()
        _ = stored.after(.ended(CallOutcome(missed, .inbound, .noAnswer)))
        locked.restore(stored.stored)
        #expect(locked.notices.filter(\.isUnread).map(\.id) == [missed, call])
        #expect(locked.after(.launched) == [.askDelivered])
        #expect(isShown(locked.after(.delivered([call]))))
        #expect(locked.unreadCount == 2)
    }

    @Test func `there are never more notices than allowed, and settled ones go first`() {
        var ledger = ledger()
        _ = ledger.after(.ended(outcome(.noAnswer)))
        for number in 0..<200 {
            let id = CallUUID(session: CallSessionID(UUIDValue(high: 2, low: UInt64(number))))
            _ = ledger.after(.update(id, .answeredElsewhere))
        }
        #expect(ledger.notices.count == MissedCallNotices.countMax)
        #expect(ledger.unreadCount == 1)
    }

    @Test func `a call that rang when its process ended is told as missed when no outcome comes in time`() {
        var ledger = ledger()
        #expect(ledger.after(.leftRinging(outcome(.noAnswer))) == [.startTimer])
        #expect(isShown(ledger.after(.timerFired)))
        #expect(ledger.unreadCount == 1)
        #expect(ledger.after(.timerFired) == [])
    }

    @Test func `of a call that rang when its process ended the exchange's word is told at once`() {
        var ledger = ledger()
        _ = ledger.after(.leftRinging(outcome(.noAnswer)))
        let decisions = ledger.after(.update(call, .cancelled))
        #expect(isShown(decisions))
        #expect(decisions.contains(.stopTimer))
    }

    @Test(arguments: [EndReason.answeredElsewhere, .declinedElsewhere])
    func `of a call that rang when its process ended and was taken elsewhere nothing is told`(reason: EndReason) {
        var ledger = ledger()
        _ = ledger.after(.leftRinging(outcome(.noAnswer)))
        #expect(ledger.after(.update(call, reason)) == [.stopTimer])
        #expect(ledger.after(.timerFired) == [])
    }

    @Test func `of a call that is announced again nothing is told by its former name`() {
        var ledger = ledger()
        _ = ledger.after(.leftRinging(outcome(.noAnswer)))
        #expect(ledger.after(.announcedAgain(call)) == [.stopTimer])
        #expect(ledger.after([.timerFired, .update(call, .cancelled)]) == [])
    }

    @Test func `a call that is announced again after all takes its notice away`() {
        var ledger = ledger()
        _ = ledger.after([.leftRinging(outcome(.noAnswer)), .timerFired, .shown(call)])
        #expect(ledger.after(.announcedAgain(call)) == [.save, .withdraw(call), .unread(0)])
    }

    @Test func `a process that ends while it waits leaves the waiting to the next`() {
        var first = ledger()
        _ = first.after(.leftRinging(outcome(.noAnswer)))
        var next = MissedCallNotices()
        next.restore(first.stored)
        #expect(next.after(.launched) == [.startTimer])
        #expect(next.after(.timerFired) == [.askDelivered, .stopTimer, .unread(1)])
    }

    @Test func `killed anywhere, each call is told rightly and once`() throws {
        try MachineExploration.check("missed call with kills", NoticeModel(kills: 2, isTaken: false))
        try MachineExploration.check("dropped call with kills", NoticeModel(kills: 2, isTaken: true))
    }

    @Test func `a shell that stores too late is found to alert twice`() {
        let model = NoticeModel(kills: 2, isTaken: true, storesWhenTold: false)
        #expect(Explorer(model).run()[NoticeModel.alertedOnce]?.isSatisfied == false)
    }
}
