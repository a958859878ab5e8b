import CallModel
import Dispatch
import ExchangeStorage
import Testing

/// Reads that wait for a connection of the database while other reads have them all.
@Suite struct WaitingReadTests {
    /// More of each kind than a database has connections and a machine has processors.
    private static let readsMax = 64
    private static let rounds = 20

    /// A fault here is no failed expectation: nothing of the process goes on.
    @Test func `accounts are read although every thread of Swift's own waits for a connection`() async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let database = try ExchangeDatabase(path: folder.path())
        let accounts = SQLiteAccountStore(database)
        let session = try #require(CallSessionID("0197a0b0-0000-7000-8000-000000000001"))
        for _ in 0..<Self.rounds {
            let found = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<Self.readsMax {
                    group.addTask { try await accounts.device("unknown") != nil }
                    group.addTask { try database.caller(of: session) != nil }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(found == 0)
        }
        try database.close()
    }

    /// A fault here is no failed expectation either.
    @Test func `sessions are read although every read waits until a task of Swift's own lets it go on`() async throws {
        let reader = RingReader(store: try ExchangeDatabase(path: nil))
        let gate = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let session = try #require(CallSessionID("0197a0b0-0000-7000-8000-000000000001"))
        let found = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<Self.readsMax {
                group.addTask {
                    try await reader.ask { store throws(StorageError) in
                        begin.yield()
                        gate.wait()
                        return try store.session(session) != nil
                    }
                }
            }
            for await _ in begun.prefix(Self.readsMax) { gate.signal() }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(found == 0)
        let call = try await reader.call(session)
        #expect(call == nil)
    }
}
