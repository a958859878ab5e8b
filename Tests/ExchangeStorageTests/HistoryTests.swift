import CallModel
import ExchangeCore
import ExchangeStorage
import Testing

@Suite struct HistoryTests {
    @Test func `calls are told the latest first, page by page, to whoever was part of them`() throws {
        let database = try ExchangeDatabase(path: nil)
        let sessions = (1...5).map { JournalStory.session($0) }
        for session in sessions { try database.append(JournalStory.ended(session), clock: JournalStory.clock) }
        let all = try database.calls(of: nil, before: nil, atMost: 10)
        #expect(all.map(\.session) == sessions.reversed())
        let users = Set(all.flatMap { $0.legs.map(\.user.rawValue) })
        for user in users {
            let first = try database.calls(of: user, before: nil, atMost: 3)
            #expect(first.map(\.session) == Array(sessions.reversed().prefix(3)))
            let rest = try database.calls(of: user, before: first.last?.session, atMost: 3)
            #expect(rest.map(\.session) == Array(sessions.reversed().suffix(2)))
        }
        #expect(try database.calls(of: "nobody", before: nil, atMost: 10).isEmpty)
    }
}
