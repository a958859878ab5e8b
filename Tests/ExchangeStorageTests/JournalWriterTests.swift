import CallModel
import Dispatch
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

    @Test func `what nobody waits for waits for company, and is written with what somebody waits for`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let (numbers, told) = AsyncStream.makeStream(of: UInt64.self)
        let writer = JournalWriter(database: database, clock: JournalStory.clock, leisure: .seconds(3_600)) { result in
            if case .success(let number) = result { told.yield(number) }
        }
        let (idle, urgent) = (JournalStory.session(1), JournalStory.session(2))
        let count = writer.append(JournalStory.ended(idle), isUrgent: false)
        #expect(try database.call(idle) == nil)
        let last = writer.append(JournalStory.ended(urgent))
        var commits = numbers.makeAsyncIterator()
        #expect(await commits.next() == last && last > count, "one commit has both")
        #expect(try database.call(idle)?.stage == .ended && database.call(urgent)?.stage == .ended)
    }

    @Test func `what nobody waits for is written by itself before long`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let (numbers, told) = AsyncStream.makeStream(of: UInt64.self)
        let writer = JournalWriter(database: database, clock: JournalStory.clock, leisure: .milliseconds(1)) { result in
            if case .success(let number) = result { told.yield(number) }
        }
        let number = writer.append(JournalStory.ended(JournalStory.session(1)), isUrgent: false)
        var commits = numbers.makeAsyncIterator()
        #expect(await commits.next() == number)
        #expect(try database.call(JournalStory.session(1))?.stage == .ended)
    }
}
