import CallModel
import ExchangeCore
import ExchangeStorage
import Testing

@Suite struct JournalWriterTests {
    @Test func `everything handed in is stored in order, and each commit says how far`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let (numbers, told) = AsyncStream.makeStream(of: UInt64.self)
        let writer = JournalWriter(database: database, clock: JournalStory.clock) { result in
            if case .success(let number) = result { told.yield(number) }
        }
        let sessions = (1...300).map { JournalStory.session($0) }
        for session in sessions {
            for record in JournalStory.ended(session) { writer.append([record]) }
        }
        var last: UInt64 = 0
        var commits = 0
        for await number in numbers {
            #expect(number > last)
            last = number
            commits += 1
            if number == 3_000 { break }
        }
        #expect(commits < 3_000, "records that wait share a commit")
        for session in sessions { #expect(try database.call(session)?.stage == .ended) }
    }

    @Test func `a journal that cannot be written says so once and takes no more`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let (failures, told) = AsyncStream.makeStream(of: StorageError.self)
        let writer = JournalWriter(database: database, clock: JournalStory.clock) { result in
            if case .failure(let error) = result { told.yield(error) }
        }
        try database.close()
        writer.append(JournalStory.answered(JournalStory.session(1)))
        var iterator = failures.makeAsyncIterator()
        #expect(await iterator.next()?.code == .write)
        #expect(writer.isBehind)
        writer.append(JournalStory.answered(JournalStory.session(2)))
        await writer.drain()
        told.finish()
        #expect(await iterator.next() == nil)
    }

    @Test func `draining waits for what was handed in`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let writer = JournalWriter(database: database, clock: JournalStory.clock) { _ in }
        let session = JournalStory.session(1)
        writer.append(JournalStory.ended(session))
        await writer.drain()
        #expect(try database.call(session)?.stage == .ended)
    }
}
