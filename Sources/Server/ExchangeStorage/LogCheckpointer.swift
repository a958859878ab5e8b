internal import Dispatch
package import GRDB
internal import Synchronization

/// Copies the write-ahead log into the database file without holding up writers.
///
/// By default SQLite makes the commit that finds the log too long do this. Every commit behind it then waits for two
/// syncs of the disk and thousands of pages. A passive checkpoint on a connection of its own delays no writer. Only
/// restarting the log needs a moment without writers, and then little is left to copy.
/// Source: SQLite, "Write-Ahead Logging", section 3.3. Isolation: any thread.
package final class LogCheckpointer: Sendable {
    /// How many transactions there are between two checkpoints.
    package static let transactionsBetween = 256
    /// How many pages of log cause it to restart: 64 MB. It restarts by itself when a checkpoint has caught up.
    private static let pagesMax = 16_384

    private struct State {
        var transactions = 0
        var isUnderWay = false
        var checkpoints = 0
        var failures = 0
        var hasComplained = false
        var complain: (@Sendable (String) -> Void)?
    }

    private let connection: DatabaseQueue
    private let queue = DispatchQueue(label: "carillon.checkpoint", qos: .utility)
    private let state = Mutex(State())

    /// How long a restart of the log may hold up writers while a reader is active.
    private static let busySeconds = 0.05

    /// - Parameter configuration: that of the writers; the busy timeout is replaced.
    /// - Throws: `DatabaseError` when the file cannot be opened once more.
    package init(path: String, configuration: Configuration) throws {
        var configuration = configuration
        configuration.busyMode = .timeout(Self.busySeconds)
        connection = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// How many checkpoints were made.
    package var checkpoints: Int { state.withLock { $0.checkpoints } }

    /// How many checkpoints failed. A writer or reader that blocks a restart of the log is no failure.
    package var failures: Int { state.withLock { $0.failures } }

    /// Sets a handler that is told why a checkpoint failed: once, until one has succeeded again.
    package func onFailure(_ complain: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.complain = complain }
    }

    /// Counts a committed transaction.
    package func committed() {
        let begins = state.withLock { state in
            state.transactions += 1
            guard state.transactions >= Self.transactionsBetween, !state.isUnderWay else { return false }
            state.transactions = 0
            state.isUnderWay = true
            return true
        }
        if begins { queue.async { self.checkpoint() } }
    }

    /// Copies the log that a killed process left, and empties it. Otherwise processes that are killed before their
    /// first checkpoint would fill the disk one after the other. On a disk too full for that, a later checkpoint does
    /// it.
    func copyFormerLog() { queue.sync { _ = try? run(.truncate) } }

    /// Waits for the checkpoint under way.
    package func settle() { queue.sync {} }

    /// Waits for the checkpoint under way, and closes the connection.
    package func close() throws {
        try queue.sync { try connection.close() }
    }

    /// Makes one checkpoint. The next one makes up for a failure, at the latest the commit that finds the log far too
    /// long.
    private func checkpoint() {
        var complaint: String?
        do {
            let log = try run(.passive)
            if log.walFrameCount > Self.pagesMax { complaint = beginAnew() }
            state.withLock { $0.checkpoints += 1 }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Another process copies it, perhaps a backup.
        } catch {
            complaint = ExchangeDatabase.text(of: error)
        }
        let complain = state.withLock { state in
            state.isUnderWay = false
            defer { state.hasComplained = complaint != nil }
            guard complaint != nil else { return state.complain }
            state.failures += 1
            return state.hasComplained ? nil : state.complain
        }
        if let complaint { complain?(complaint) }
    }

    /// - Returns: the error; nil also where a reader was active, so that the log restarts later.
    private func beginAnew() -> String? {
        do {
            _ = try run(.restart)
            return nil
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return nil
        } catch {
            return ExchangeDatabase.text(of: error)
        }
    }

    private func run(_ kind: Database.CheckpointMode) throws -> (walFrameCount: Int, checkpointedFrameCount: Int) {
        try connection.writeWithoutTransaction { try $0.checkpoint(kind) }
    }
}
