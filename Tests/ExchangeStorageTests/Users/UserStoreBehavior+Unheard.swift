import Accounts
import CallModel
import ExchangeCore
import ExchangeStorage
import Testing

/// Messages that end before they are heard.
extension UserStoreBehavior {
    private static func unheard(_ store: any ExchangeStore) throws -> [String] {
        try store.unheardEnds(atMost: 9).map(\.session)
    }

    static func reportsUnheard(_ store: any ExchangeStore, _ accounts: any AccountStore) async throws {
        for (id, user) in [("heard", "carol"), ("first", "carol"), ("second", "dave")] {
            try store.keep(MailboxBehavior.message(id, for: user), sound: [1])
        }
        #expect(try store.noteHeard("heard", in: "carol", at: 5))
        for user in ["carol", "dave"] { try await accounts.deleteAccount(of: user, at: 9) }
        #expect(try unheard(store) == ["call of first", "call of second"])
        let first = try store.unheardEnds(atMost: 1)
        try store.forget(first)
        #expect(try unheard(store) == ["call of second"])
        try store.forget(try store.unheardEnds(atMost: 9))
        try store.keep(MailboxBehavior.message("third", for: "erin"), sound: [1])
        try await accounts.deleteAccount(of: "erin", at: 10)
        let third = try store.unheardEnds(atMost: 9)
        #expect(third.map(\.session) == ["call of third"])
        #expect(third[0].position > first[0].position + 1, "a position is never given again")
    }

    static func reportsNoOther(_ store: any ExchangeStore, _ accounts: any AccountStore) async throws {
        try RecordingStoreBehavior.leave(in: store, users: ["ann", "ben"])
        try store.forget(try store.unheardEnds(atMost: 9))
        try await accounts.deleteAccount(of: "ann", at: 9)
        #expect(try unheard(store) == [], "ben has it still")
        try store.keep(MailboxBehavior.message("own", for: "carol"), sound: [1])
        #expect(try store.deleteMessage("own", in: "carol"))
        try store.keep(MailboxBehavior.message("old", for: "carol", at: 1_000), sound: [1])
        #expect(try store.forgetMessages(before: .at(2_000), atMost: 9) == 1)
        #expect(try unheard(store) == [])
        try await accounts.deleteAccount(of: "ben", at: 10)
        #expect(try unheard(store) == [RingStoreBehavior.id(1).description])
    }

    static func reportsThoseWhoLeft(_ store: any ExchangeStore, _ accounts: any AccountStore) async throws {
        try RecordingStoreBehavior.leave(in: store, users: ["ann", "ben"])
        try store.forget(try store.unheardEnds(atMost: 9))
        for id in ["heard", "own"] { try store.keep(MailboxBehavior.message(id, for: "ann"), sound: [1]) }
        #expect(try store.noteHeard("heard", in: "ann", at: 5))
        func file(_ users: String...) async throws {
            let logins = users.map { ($0, Set([Array($0.utf8)])) }
            _ = try await accounts.adopt(ConfiguredLogins(Dictionary(uniqueKeysWithValues: logins)), at: 9)
        }
        try await file("ann", "ben", "carol")
        try await file("ben", "carol")
        #expect(try unheard(store) == ["call of own"], "ben has the other still")
        #expect(try store.messageCount(of: "ann") == 3, "they are ann's again if she comes back")
        try await file("carol")
        let common = RingStoreBehavior.id(1).description
        #expect(try unheard(store) == ["call of own", common], "once, though it was for two")
        #expect(try store.unheardEnds(atMost: 9).map(\.cause) == [.userLeft, .userLeft])

        #expect(try store.keep(MailboxBehavior.message("late", for: "ben"), sound: [1]) == MailboxLimits.ownMailbox)
        #expect(try !store.keepsCalls(ofDeletedUser: "ben"), "another user may be given the name")
        try store.forgetDeletedUsers(named: ["ben", "carol"])
        #expect(try store.keep(MailboxBehavior.message("later", for: "ben"), sound: [1]) == "ben")
    }
}
