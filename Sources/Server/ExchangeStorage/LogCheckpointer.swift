internal import Dispatch
internal import GRDB
internal import Synchronization

/// Copies the write-ahead log into the database file, beside whoever writes.
///
/// SQLite would have the commit do it that finds the log long, and everybody behind that commit wait for two syncs of the
/// disk and thousands of pages. On a connection of its own a checkpoint holds up nobody, as long as it is passive; only the
/// log's beginning anew needs a moment in which nobody writes, and then little is left to copy.
/// Source: SQLite, "Write-Ahead Logging", section 3.3. Isolation: any thread.
final class LogCheckpointer: Sendable {
    /// Transactions between two checkpoints.
    static let transactionsBetween = 256
    /// Pages of the log after which it begins anew: 64 MB. It does so by itself when a checkpoint has caught up.
    private static let pagesMax = 16_384

    private struct State {
        var transactions = 0
        var isUnderWay = false
        var checkpoints = 0
    }

    private let connection: DatabaseQueue
    private let queue = DispatchQueue(label: "carillon.checkpoint", qos: .utility)
    private let state = Mutex(State())

    /// How long the beginning anew may hold up writers, because somebody still reads.
    private static let busySeconds = 0.05

    /// - Parameter configuration: as of the writers, but for the patience.
    /// - Throws: `DatabaseError` when the file cannot be opened once more.
    init(path: String, configuration: Configuration) throws {
        var configuration = configuration
        configuration.busyMode = .timeout(Self.busySeconds)
        connection = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// How often the log was copied.
    var checkpoints: Int { state.withLock { $0.checkpoints } }

    /// A transaction was committed.
    func committed() {
        let begins = state.withLock { state in
            state.transactions += 1
            guard state.transactions >= Self.transactionsBetween, !state.isUnderWay else { return false }
            state.transactions = 0
            state.isUnderWay = true
            return true
        }
        if begins { queue.async { self.checkpoint() } }
    }

    /// Waits for the checkpoint under way, and closes the connection.
    func close() throws {
        try queue.sync { try connection.close() }
    }

    /// One that fails is made up for by the next, and at the latest by the commit that finds the log far too long.
    private func checkpoint() {
        let log = try? run(.passive)
        if let log, log.walFrameCount > Self.pagesMax { _ = try? run(.restart) }
        state.withLock { state in
            state.isUnderWay = false
            state.checkpoints += log == nil ? 0 : 1
        }
    }

    private func run(_ kind: Database.CheckpointMode) throws -> (walFrameCount: Int, checkpointedFrameCount: Int) {
        try connection.writeWithoutTransaction { try $0.checkpoint(kind) }
    }
}
