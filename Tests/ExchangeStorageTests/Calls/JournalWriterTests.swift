import CallModel
import Dispatch
import ExchangeCore
import ExchangeStorage
import Testing

@Suite struct JournalWriterTests {
    @Test func `everything handed in is stored in order, and each commit says how far`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let (numbers, told) = AsyncStream.makeStream(of: UInt64.self)
        let writer = JournalWriter(store: database, clock: JournalStory.clock, sealing: PlainSeal()) { news in
            if case .stored(let number) = news { told.yield(number) }
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

    @Test func `on a full disk the journal reports it once, and stores everything when it has room`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let (told, tell) = AsyncStream.makeStream(of: JournalProgress.self)
        let writer = JournalWriter(store: database, clock: JournalStory.clock, sealing: PlainSeal()) {
            tell.yield($0)
        }
        try database.fill(true)
        let sessions = (1...40).map { JournalStory.session($0) }
        for session in sessions { writer.append(JournalStory.ended(session)) }
        var news = told.makeAsyncIterator()
        while case .stored = await news.next() {}  // What still fitted in.
        #expect(writer.isBehind)
        // A try more, which is not told.
        await writer.drain()
        try database.fill(false)
        guard case .stored = await news.next() else {
            Issue.record("it was told twice")
            return
        }
        await writer.drain()
        #expect(!writer.isBehind)
        for session in sessions { #expect(try database.call(session)?.stage == .ended) }
    }

    @Test func `a journal that contradicts the store reports it once and accepts no more`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let (told, tell) = AsyncStream.makeStream(of: JournalProgress.self)
        let session = JournalStory.session(1)
        try database.append(JournalStory.answered(session), clock: JournalStory.clock)
        let writer = JournalWriter(store: database, clock: JournalStory.clock, sealing: PlainSeal()) {
            tell.yield($0)
        }
        writer.append(JournalStory.records(of: session, [.legRang(JournalStory.leg(session, 7))], from: 7))
        var news = told.makeAsyncIterator()
        guard case .failed(let error) = await news.next() else {
            Issue.record("it was stored")
            return
        }
        #expect(error.code == .contradiction)
        #expect(writer.isBehind)
        writer.append(JournalStory.answered(JournalStory.session(2)))
        await writer.drain()
        tell.finish()
        #expect(await news.next() == nil)
        #expect(try database.call(JournalStory.session(2)) == nil)
    }

    @Test func `a journal that stops does not wait for a disk that stays full`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let writer = JournalWriter(store: database, clock: JournalStory.clock, sealing: PlainSeal()) { _ in }
        try database.fill(true)
        for session in 1...40 { writer.append(JournalStory.ended(JournalStory.session(UInt64(session)))) }
        await writer.stop()
        #expect(writer.isBehind)
    }

    @Test func `draining waits for all records handed in`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let writer = JournalWriter(store: database, clock: JournalStory.clock, sealing: PlainSeal()) { _ in }
        let session = JournalStory.session(1)
        writer.append(JournalStory.ended(session))
        await writer.drain()
        #expect(try database.call(session)?.stage == .ended)
    }

    @Test func `a record without a waiting call gathers others, and is written with an urgent one`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let (numbers, told) = AsyncStream.makeStream(of: UInt64.self)
        let writer = JournalWriter(
            store: database, clock: JournalStory.clock, sealing: PlainSeal(), commitDelay: .seconds(3_600)
        ) { news in
            if case .stored(let number) = news { told.yield(number) }
        }
        let (idle, urgent) = (JournalStory.session(1), JournalStory.session(2))
        let count = writer.append(JournalStory.ended(idle), isUrgent: false)
        #expect(try database.call(idle) == nil)
        let last = writer.append(JournalStory.ended(urgent))
        var commits = numbers.makeAsyncIterator()
        #expect(await commits.next() == last && last > count, "one commit has both")
        #expect(try database.call(idle)?.stage == .ended && database.call(urgent)?.stage == .ended)
    }

    @Test func `a record without a waiting call is written by itself before long`() async throws {
        let database = try ExchangeDatabase(path: nil)
        let (numbers, told) = AsyncStream.makeStream(of: UInt64.self)
        let writer = JournalWriter(
            store: database, clock: JournalStory.clock, sealing: PlainSeal(), commitDelay: .milliseconds(1)
        ) { news in
            if case .stored(let number) = news { told.yield(number) }
        }
        let number = writer.append(JournalStory.ended(JournalStory.session(1)), isUrgent: false)
        var commits = numbers.makeAsyncIterator()
        #expect(await commits.next() == number)
        #expect(try database.call(JournalStory.session(1))?.stage == .ended)
    }
}
