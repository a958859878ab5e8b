import ExchangeStorage
import Foundation
import GRDB
import Redaction
import Synchronization
import Testing

/// What copies the log of the database into its file.
@Suite struct LogCheckpointerTests {
    /// Records the lines it gets.
    private final class Listener: Sendable {
        private let lines = Mutex<[String]>([])
        var heard: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private func commit(_ checkpointer: LogCheckpointer, times count: Int = 1) {
        for _ in 0..<count * LogCheckpointer.transactionsBetween { checkpointer.committed() }
    }

    @Test func `a log that cannot be copied is counted each time and complained of once`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let database = try ExchangeDatabase(path: folder.path())
        defer { try? database.close() }
        let listener = Listener()
        // A connection that may not write cannot copy either: what a disk that went read-only is like.
        var configuration = Configuration()
        configuration.readonly = true
        let checkpointer = try LogCheckpointer(path: folder.path(), configuration: configuration)
        checkpointer.onFailure { listener.append($0) }
        for round in 1...3 {
            commit(checkpointer)
            checkpointer.settle()
            #expect(checkpointer.failures == round && checkpointer.checkpoints == 0)
        }
        try checkpointer.close()
        #expect(listener.heard.count == 1)
        #expect(listener.heard.first?.contains("error") ?? false, "it says why: \(listener.heard)")
    }

    @Test func `processes that are killed before their first checkpoint do not fill the disk with their log`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        var lives = [try ExchangeDatabase(path: folder.path())]
        defer { for life in lives { try? life.close() } }
        var sizes: [Int] = []
        for number in 1...6 {
            for user in 1...20 {
                let user = StoredUser(
                    name: "user\(user)", displayName: Redacted("\(number)"), numbers: [], password: nil, devices: [])
                try lives[number - 1].save(user)
            }
            let image = try folder.crashImage(
                of: number == 1 ? "exchange.sqlite" : "life\(number - 1)", as: "life\(number)")
            sizes.append(try Data(contentsOf: URL(filePath: image + "-wal")).count)
            lives.append(try ExchangeDatabase(path: image))
        }
        // The first life made the tables; each later one finds an empty log.
        #expect(sizes.dropFirst().allSatisfy { $0 <= sizes[1] }, "\(sizes)")
        #expect(sizes.last ?? 0 > 0)
    }

    @Test func `a log that is being copied is not reported as a failure`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let database = try ExchangeDatabase(path: folder.path())
        defer { try? database.close() }
        let listener = Listener()
        let checkpointer = try LogCheckpointer(path: folder.path(), configuration: Configuration())
        checkpointer.onFailure { listener.append($0) }
        commit(checkpointer)
        checkpointer.settle()
        #expect(checkpointer.failures == 0 && checkpointer.checkpoints == 1 && listener.heard == [])
        try checkpointer.close()
    }
}
