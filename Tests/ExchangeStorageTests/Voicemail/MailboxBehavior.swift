import ExchangeStorage
import Redaction
import Testing

/// What every store of mailboxes must do, whatever it stores them in. A function a rule; each takes an empty store.
enum MailboxBehavior {
    static let all: [(rule: String, proof: @Sendable (any MailboxStore) throws -> Void)] = [
        ("a mailbox lists its messages, the latest first, with their sound beside", lists),
        ("an id of another mailbox reaches nothing", keepsApart),
        ("a message of a recording that nothing is known of is listed without a sound", listsTheLost),
        ("the first time a message is heard counts", marksHeardOnce),
        ("a message that is said twice is there once", keepsOnce),
        ("a message that is deleted is gone with its sound", deletes),
        ("old messages are forgotten with their sound, in small steps", forgets),
    ]

    static func message(_ id: String, for mailbox: String = "ben", session: String? = nil, at: Int64 = 1_000)
        -> StoredMessage
    {
        StoredMessage(
            id: id, mailbox: mailbox, session: session ?? "call of \(id)", callerName: "Anna", callerNumber: "1001",
            at: at, milliseconds: 4_000)
    }

    private static func lists(_ store: any MailboxStore) throws {
        #expect(try store.keep(message("a", at: 1_000), sound: [1, 2, 3]) == "ben")
        try store.keep(message("b", at: 2_000), sound: [4])
        try store.keep(message("c", for: "carla"), sound: [5])
        #expect(try store.messages(of: "ben") == [message("b", at: 2_000), message("a", at: 1_000)])
        #expect(try store.messageCount(of: "ben") == 2)
        #expect(try store.sound(of: "a", in: "ben") == [1, 2, 3])
    }

    private static func keepsApart(_ store: any MailboxStore) throws {
        try store.keep(message("a"), sound: [1])
        #expect(try store.sound(of: "a", in: "carla") == nil)
        #expect(try !store.noteHeard("a", in: "carla", at: 5_000))
        #expect(try !store.deleteMessage("a", in: "carla"))
        #expect(try store.messages(of: "ben") == [message("a")])
        #expect(try store.messageCount(of: "carla") == 0)
    }

    private static func listsTheLost(_ store: any MailboxStore) throws {
        let message = StoredMessage(
            id: "a", mailbox: "ben", session: "call", callerName: nil, callerNumber: nil, at: 1, milliseconds: 2,
            recording: "recording 7", sound: .lost)
        try store.keep(message, sound: nil)
        #expect(try store.messages(of: "ben") == [message])
        #expect(try store.sound(of: "a", in: "ben") == nil)
    }

    private static func marksHeardOnce(_ store: any MailboxStore) throws {
        try store.keep(message("a"), sound: [1])
        #expect(try store.noteHeard("a", in: "ben", at: 5_000))
        #expect(try store.noteHeard("a", in: "ben", at: 6_000))
        #expect(try store.messages(of: "ben").map(\.heardAt) == [5_000])
    }

    private static func keepsOnce(_ store: any MailboxStore) throws {
        try store.keep(message("a", session: "call"), sound: [1])
        #expect(try store.keep(message("b", session: "call"), sound: [1]) == nil)
        #expect(try store.messages(of: "ben").map(\.id) == ["a"])
    }

    private static func deletes(_ store: any MailboxStore) throws {
        try store.keep(message("a"), sound: [1])
        #expect(try store.deleteMessage("a", in: "ben"))
        #expect(try !store.deleteMessage("a", in: "ben"))
        #expect(try store.messages(of: "ben") == [] && store.sound(of: "a", in: "ben") == nil)
    }

    private static func forgets(_ store: any MailboxStore) throws {
        for index in 0..<5 { try store.keep(message("\(index)", at: Int64(index)), sound: [1]) }
        #expect(try store.forgetMessages(before: .at(4), atMost: 3) == 3)
        #expect(try store.forgetMessages(before: .at(4), atMost: 3) == 1)
        #expect(try store.messages(of: "ben").map(\.id) == ["4"])
    }
}
