import CallModel
import ExchangeCore
import ExchangeStorage
import Redaction
import RingCore
import Testing

/// Names of users who are no more, of whom something may be kept.
extension UserStoreBehavior {
    static func remembersNames(_ store: any ExchangeStore, _ accounts: any AccountStore) async throws {
        let names = ["alice", "bob", "carol", "erin"]
        for name in names { try store.save(user(name)) }
        try store.append(JournalStory.ended(JournalStory.session(1)), clock: JournalStory.clock)
        try store.append(callWithoutRing(JournalStory.session(2)), clock: JournalStory.clock)
        #expect(try store.keepsCalls(ofDeletedUser: "alice") == false, "she is there")
        for name in names { try await accounts.deleteAccount(of: name, at: 9) }
        let kept = { try names.filter { try store.keepsCalls(ofDeletedUser: $0) } }
        #expect(try kept() == ["alice", "bob", "erin"], "callers and callees; carol had no calls")
        #expect(try store.forgetDeletedUsers(after: nil, atMost: 2) == "bob")
        #expect(try store.forgetDeletedUsers(after: "bob", atMost: 3) == nil)
        #expect(try kept() == ["alice", "bob", "erin"])
        _ = try store.forgetCalls(endedBefore: .at(2_000_000_000), atMost: 10)
        #expect(try kept() == [])
        #expect(try store.forgetDeletedUsers(after: nil, atMost: 10) == nil)
        try store.append(JournalStory.ended(JournalStory.session(3)), clock: JournalStory.clock)
        #expect(try kept() == [], "the names are forgotten with the calls")
    }

    /// From alice to erin, who has no device.
    private static func callWithoutRing(_ session: CallSessionID) -> [JournalRecord] {
        let created = JournalChange.created(
            leg: JournalStory.leg(session, 0), caller: UserID("alice"), device: DeviceID("a"), callee: UserID("erin"),
            dialed: "1005")
        return JournalStory.records(of: session, [created, .ended(Ending(.completed))])
    }

    static func remembersLate(_ store: any ExchangeStore, _ accounts: any AccountStore) async throws {
        try await accounts.deleteAccount(of: "ann", at: 9)
        #expect(try store.keepsCalls(ofDeletedUser: "ann") == false)
        try RecordingStoreBehavior.leave(in: store)
        #expect(try store.keepsCalls(ofDeletedUser: "ann"))
        let later = RingStoreBehavior.now + .seconds(1_000_000)
        #expect(try store.forgetSessions(closedBefore: .at(later), atMost: 9) == 1)
        #expect(try store.keepsCalls(ofDeletedUser: "ann") == false)
        #expect(try store.messages(of: "ann") == [] && store.messageCount(of: "ben") == 1)
    }

    static func keepsLate(_ store: any ExchangeStore, _ accounts: any AccountStore) async throws {
        let own = MailboxLimits.ownMailbox
        try await accounts.deleteAccount(of: "ann", at: 9)
        #expect(try store.keep(MailboxBehavior.message("a", for: "ann"), sound: [1]) == own)
        #expect(try store.keep(MailboxBehavior.message("a", for: "ann"), sound: [1]) == nil, "it is said again")
        try store.save(user("ann"))
        #expect(try store.keep(MailboxBehavior.message("b", for: "ann"), sound: [1]) == "ann", "it is another's name")
        try await accounts.deleteAccount(of: "ben", at: 9)
        #expect(try store.keep(MailboxBehavior.message("c", for: "ben"), sound: [1]) == own)
        try store.forgetDeletedUsers(named: ["ben"])
        #expect(try store.keep(MailboxBehavior.message("d", for: "ben"), sound: [1]) == "ben", "the file has the name")
        #expect(try store.messages(of: own).map(\.id).sorted() == ["a", "c"])
    }

    static func alarmsLate(_ store: any ExchangeStore, _ accounts: any AccountStore) async throws {
        try RecordingStoreBehavior.miss(in: store, users: ["ann", "ben"])
        for user in ["ann", "ben"] { try await accounts.deleteAccount(of: user, at: 9) }
        let alarms = try RecordingStoreBehavior.save(RecordingStoreBehavior.recording, of: 1, in: store)
        #expect(alarms.count { $0 == .messageWithoutUser(RecordingStoreBehavior.recording) } == 1)
        #expect(try store.messageCount(of: MailboxLimits.ownMailbox) == 1)
        #expect(try RecordingStoreBehavior.errands(store).map(\.task) == [.fetch])
    }
}
