import CallModel
import ExchangeCore
import ExchangeStorage
import Redaction
import Testing

@Suite struct CallJournalTests {
    @Test(arguments: StoreUnderTest.allCases, CallJournalBehaviour.all.indices)
    func `every rule of a journal is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try CallJournalBehaviour.all[rule].proof($0) }
    }

    @Test func `H1: a message that was being left as the process ended is told of, once`() throws {
        let store = try ExchangeDatabase(path: nil)
        let (left, talked) = (JournalStory.session(1), JournalStory.session(2))
        let attendant = JournalStory.leg(left, 1)
        let message = JournalStory.records(
            of: left,
            [
                .created(
                    leg: JournalStory.leg(left, 0), caller: UserID("alice"), device: DeviceID("a"),
                    callee: UserID("bob"), dialled: "1002"),
                .legPlanned(attendant, user: UserID("voicemail"), device: DeviceID(MailboxLimits.attendantDevice)),
                .legRang(attendant), .claimed(attendant, epoch: 1),
            ])
        try store.append(message + JournalStory.answered(talked), clock: JournalStory.clock)
        for _ in 1...2 { _ = try store.closeUnfinished(at: 5_000_000_000, except: []) }
        let ends = try store.unheardEnds(atMost: 9)
        #expect(ends.map(\.cause) == [.messageFailed] && ends.map(\.session) == [left.description])
    }
}
