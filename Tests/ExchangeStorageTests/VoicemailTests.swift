import ExchangeStorage
import Redaction
import Testing

/// Messages left for users.
@Suite struct VoicemailTests {
    private static func message(_ id: String, for mailbox: String = "ben", session: String? = nil, at: Int64 = 1_000)
        -> StoredMessage
    {
        StoredMessage(
            id: id, mailbox: mailbox, session: session ?? "call of \(id)", callerName: "Anna", callerNumber: "1001",
            at: at, milliseconds: 4_000)
    }

    @Test func `a mailbox lists its messages, the latest first, with their sound beside`() throws {
        let database = try ExchangeDatabase(path: nil)
        try database.keep(Self.message("a", at: 1_000), sound: [1, 2, 3])
        try database.keep(Self.message("b", at: 2_000), sound: [4])
        try database.keep(Self.message("c", for: "carla"), sound: [5])
        #expect(try database.messages(of: "ben") == [Self.message("b", at: 2_000), Self.message("a", at: 1_000)])
        #expect(try database.messageCount(of: "ben") == 2)
        #expect(try database.sound(of: "a", in: "ben") == [1, 2, 3])
    }

    @Test func `an id of another mailbox reaches nothing`() throws {
        let database = try ExchangeDatabase(path: nil)
        try database.keep(Self.message("a"), sound: [1])
        #expect(try database.sound(of: "a", in: "carla") == nil)
        #expect(try !database.noteHeard("a", in: "carla", at: 5_000))
        #expect(try !database.deleteMessage("a", in: "carla"))
        #expect(try database.messages(of: "ben") == [Self.message("a")])
    }

    @Test func `a message of a recording that nothing is known of is listed without a sound`() throws {
        let database = try ExchangeDatabase(path: nil)
        let message = StoredMessage(
            id: "a", mailbox: "ben", session: "call", callerName: nil, callerNumber: nil, at: 1, milliseconds: 2,
            recording: "recording 7", sound: .lost)
        try database.keep(message, sound: nil)
        #expect(try database.messages(of: "ben") == [message])
        #expect(try database.sound(of: "a", in: "ben") == nil)
    }

    @Test func `the first time a message is heard counts`() throws {
        let database = try ExchangeDatabase(path: nil)
        try database.keep(Self.message("a"), sound: [1])
        #expect(try database.noteHeard("a", in: "ben", at: 5_000))
        #expect(try database.noteHeard("a", in: "ben", at: 6_000))
        #expect(try database.messages(of: "ben").map(\.heardAt) == [5_000])
    }

    @Test func `a message that is said twice is there once`() throws {
        let database = try ExchangeDatabase(path: nil)
        try database.keep(Self.message("a", session: "call"), sound: [1])
        try database.keep(Self.message("b", session: "call"), sound: [1])
        #expect(try database.messages(of: "ben").map(\.id) == ["a"])
    }

    @Test func `a user who is removed leaves no message behind`() throws {
        let database = try ExchangeDatabase(path: nil)
        try database.keep(Self.message("a"), sound: [1])
        try database.removeUser(named: "ben")
        #expect(try database.messages(of: "ben") == [])
    }

    @Test func `old messages are forgotten with their sound, in small steps`() throws {
        let database = try ExchangeDatabase(path: nil)
        for index in 0..<5 { try database.keep(Self.message("\(index)", at: Int64(index)), sound: [1]) }
        #expect(try database.forgetMessages(before: 4, atMost: 3) == 3)
        #expect(try database.forgetMessages(before: 4, atMost: 3) == 1)
        #expect(try database.messages(of: "ben").map(\.id) == ["4"])
    }
}
