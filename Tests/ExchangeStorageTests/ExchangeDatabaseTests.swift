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

    @Test func `the rows of a call amount to its story`() throws {
        let database = try ExchangeDatabase(path: nil)
        let session = JournalStory.session(1)
        try database.append(JournalStory.ended(session), clock: JournalStory.clock)
        let call = try #require(try database.call(session))
        #expect(call.version == 10)
        #expect(call.stage == .ended)
        #expect(call.ending == Ending(.completed))
        #expect(call.legs.map(\.device.rawValue) == ["a", "phone", "desk"])
        #expect(call.legs.map(\.stage) == [.over, .over, .over])
        #expect(call.legs.map(\.ending?.reason) == [.completed, .completed, .answeredElsewhere])
        #expect(call.createdAt == 1_001_000_000)
        #expect(call.rangAt == 1_004_000_000)
        #expect(call.answeredAt == 1_006_000_000)
        #expect(call.endedAt == 1_010_000_000)
        #expect(try database.call(JournalStory.session(2)) == nil)
    }

    @Test func `hold and detachment are told as they stand`() throws {
        let database = try ExchangeDatabase(path: nil)
        let session = JournalStory.session(1)
        let caller = JournalStory.leg(session, 0)
        try database.append(JournalStory.answered(session), clock: JournalStory.clock)
        try database.append(
            JournalStory.records(of: session, [.legHeld(caller), .legDetached(caller)], from: 8),
            clock: JournalStory.clock)
        #expect(try database.call(session)?.legs.first?.isHeld == true)
        #expect(try database.call(session)?.legs.first?.isConnected == false)
        try database.append(
            JournalStory.records(of: session, [.legAttached(caller), .legResumed(caller)], from: 10),
            clock: JournalStory.clock)
        #expect(try database.call(session)?.legs.first?.isHeld == false)
        #expect(try database.call(session)?.legs.first?.isConnected == true)
    }

    @Test func `a record stored twice changes nothing`() throws {
        let database = try ExchangeDatabase(path: nil)
        let session = JournalStory.session(1)
        try database.append(JournalStory.ended(session), clock: JournalStory.clock)
        let before = try database.call(session)
        try database.append(JournalStory.ended(session), clock: WallClock(originMicroseconds: 9_000_000_000))
        #expect(try database.call(session) == before)
    }

    @Test func `a record that contradicts a stored one is refused with all that came with it`() throws {
        let database = try ExchangeDatabase(path: nil)
        let (session, other) = (JournalStory.session(1), JournalStory.session(2))
        let answered = JournalStory.answered(session)
        try database.append(answered, clock: JournalStory.clock)
        let before = try database.call(session)
        let last = try #require(answered.last)
        let rival = JournalRecord(
            session: session, version: last.version, time: last.time, change: .ended(ExchangeDatabase.restartEnding))
        let error = try #require(throws: StorageError.self) {
            try database.append(JournalStory.answered(other) + [rival], clock: JournalStory.clock)
        }
        #expect(error.code == .contradiction)
        #expect(error.context.contains("version \(last.version) of call \(session)"))
        #expect(try database.call(session) == before)
        #expect(try database.call(other) == nil, "none of the transaction is stored")
    }

    @Test func `calls an earlier run left open are ended once, and said`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let (open, done) = (JournalStory.session(1), JournalStory.session(2))
        let first = try ExchangeDatabase(path: folder.path())
        try first.append(JournalStory.answered(open) + JournalStory.ended(done), clock: JournalStory.clock)
        try first.close()

        let second = try ExchangeDatabase(path: folder.path())
        let lost = try second.closeUnfinished(at: 5_000_000_000)
        #expect(lost.map(\.session) == [open])
        #expect(lost.map(\.stage) == [.active], "told as it stood")
        let call = try #require(try second.call(open))
        #expect(call.ending == ExchangeDatabase.restartEnding)
        #expect(call.endedAt == 5_000_000_000)
        #expect(call.legs.map(\.stage) == [.over, .over, .over])
        #expect(call.legs.last?.ending?.reason == .answeredElsewhere, "what had ended keeps its end")
        #expect(try second.closeUnfinished(at: 6_000_000_000).isEmpty)
        #expect(try second.call(done)?.ending == Ending(.completed))
    }

    @Test func `old calls are forgotten, a few at a time`() throws {
        let database = try ExchangeDatabase(path: nil)
        let sessions = (1...5).map { JournalStory.session($0) }
        for session in sessions { try database.append(JournalStory.ended(session), clock: JournalStory.clock) }
        let open = JournalStory.session(9)
        try database.append(JournalStory.answered(open), clock: JournalStory.clock)
        #expect(try database.forgetCalls(endedBefore: 1_010_000_000, atMost: 10) == 0, "not before their time")
        #expect(try database.forgetCalls(endedBefore: 2_000_000_000, atMost: 3) == 3)
        #expect(try database.forgetCalls(endedBefore: 2_000_000_000, atMost: 3) == 2)
        #expect(try database.forgetCalls(endedBefore: 2_000_000_000, atMost: 3) == 0)
        for session in sessions { #expect(try database.call(session) == nil) }
        #expect(try database.call(open) != nil, "a call that is not over is not old")
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
