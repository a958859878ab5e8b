import CallModel
import ExchangeCore
import ExchangeStorage
import Foundation
import Redaction
import Testing

@Suite struct ExchangeDatabaseTests {
    @Test func `what was committed is there after a crash`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let session = JournalStory.session(1)
        let database = try ExchangeDatabase(path: folder.path())
        try database.append(JournalStory.answered(session), clock: JournalStory.clock)
        // Not closed: the image holds what the disk holds while the exchange runs.
        let image = try ExchangeDatabase(path: try folder.crashImage())
        let call = try #require(try image.call(session))
        #expect(call.stage == .active)
        #expect(call.winner == JournalStory.leg(session, 1))
    }

    @Test func `the log is copied into the file beside whoever writes`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let database = try ExchangeDatabase(path: folder.path())
        for number in 1...2 * ExchangeDatabase.transactionsBetweenCheckpoints {
            let session = JournalStory.session(UInt64(number))
            try database.append(JournalStory.answered(session), clock: JournalStory.clock)
        }
        try database.close()
        #expect((1...2).contains(database.checkpoints))
        let reopened = try ExchangeDatabase(path: folder.path())
        #expect(try reopened.call(JournalStory.session(1)) != nil)
        try reopened.close()
    }

    @Test func `a file that is no database is refused`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try "not a database, but long enough to be looked at as one".write(
            toFile: folder.path(), atomically: true, encoding: .utf8)
        let error = try #require(throws: StorageError.self) { try ExchangeDatabase(path: folder.path()) }
        #expect(error.code == .open)
    }

    @Test func `users are stored, replaced and removed with all that is theirs`() throws {
        let database = try ExchangeDatabase(path: nil)
        var user = StoredUser(
            name: "carol", displayName: "Carol", numbers: ["1003", "1004"], password: "hash",
            devices: [.init(name: "phone", login: "carol-phone", password: "hash")])
        try database.save(user)
        #expect(try database.users() == [user])
        user.numbers = ["1004"]
        user.devices = []
        try database.save(user)
        #expect(try database.users() == [user])
        try database.removeUser(named: "carol")
        #expect(try database.users().isEmpty)
    }

    @Test func `a device is added to a user that is there, and taken away, and nothing else changes`() throws {
        let database = try ExchangeDatabase(path: nil)
        var user = StoredUser(
            name: "carol", displayName: "Carol", numbers: ["1003"], password: "hash",
            devices: [.init(name: "phone", login: "carol-phone", password: "hash")])
        try database.save(user)
        let tablet = StoredUser.Device(name: "tablet", login: "carol-tablet", password: "hash")
        #expect(try database.add(tablet, to: "carol"))
        user.devices.append(tablet)
        #expect(try database.users() == [user])
        try database.removeDevice(named: "phone", of: "carol")
        #expect(try database.users().first?.devices == [tablet])
        #expect(try database.add(tablet, to: "dave") == false, "there is no dave")
    }

    @Test func `the name of a deleted user is remembered while something is kept of it`() throws {
        let database = try ExchangeDatabase(path: nil)
        for name in ["alice", "bob", "carol"] {
            try database.save(
                StoredUser(name: name, displayName: nil, numbers: [], password: "hash", devices: []))
        }
        try database.append(JournalStory.ended(JournalStory.session(1)), clock: JournalStory.clock)
        #expect(try database.keepsCalls(ofDeletedUser: "alice") == false, "she is there")
        for name in ["alice", "bob", "carol"] { try database.removeUser(named: name) }
        let kept = { try ["alice", "bob", "carol"].filter { try database.keepsCalls(ofDeletedUser: $0) } }
        #expect(try kept() == ["alice", "bob"], "caller and callee; carol had no calls")
        #expect(try database.forgetDeletedUsers(after: nil, atMost: 2) == "bob")
        #expect(try database.forgetDeletedUsers(after: "bob", atMost: 2) == nil)
        #expect(try kept() == ["alice", "bob"])
        _ = try database.forgetCalls(endedBefore: 2_000_000_000, atMost: 10)
        #expect(try kept() == [])
        #expect(try database.forgetDeletedUsers(after: nil, atMost: 10) == nil)
        try database.append(JournalStory.ended(JournalStory.session(2)), clock: JournalStory.clock)
        #expect(try kept() == [], "the names are forgotten with the calls")
    }
}
