import CallModel
import ExchangeCore
import ExchangeStorage
import Foundation
import Redaction
import Testing

@Suite struct ExchangeDatabaseTests {
    @Test func `committed changes are there after a crash`() throws {
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

    @Test func `each commit is synced to the disk`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        #expect(try ExchangeDatabase(path: folder.path()).syncsCommits)
    }

    @Test func `the log is copied into the file beside a writer`() throws {
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

    @Test func `a file that is not a database is refused`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try "not a database, but long enough to be looked at as one".write(
            toFile: folder.path(), atomically: true, encoding: .utf8)
        let error = try #require(throws: StorageError.self) { try ExchangeDatabase(path: folder.path()) }
        #expect(error.code == .open)
    }
}
