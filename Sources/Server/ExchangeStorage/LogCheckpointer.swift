internal import Dispatch
package import GRDB
internal import Synchronization

/// Copies the write-ahead log into the database file, beside whoever writes.
///
/// SQLite would have the commit do it that finds the log long, and everybody behind that commit wait for two syncs of the
/// disk and thousands of pages. On a connection of its own a checkpoint holds up nobody, as long as it is passive; only the
/// log's beginning anew needs a moment in which nobody writes, and then little is left to copy.
/// Source: SQLite, "Write-Ahead Logging", section 3.3. Isolation: any thread.
package final class LogCheckpointer: Sendable {
    /// Transactions between two checkpoints.
    package static let transactionsBetween = 256
    /// Pages of the log after which it begins anew: 64 MB. It does so by itself when a checkpoint has caught up.
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

    /// How long the beginning anew may hold up writers, because somebody still reads.
    private static let busySeconds = 0.05

    /// - Parameter configuration: as of the writers, but for the patience.
    /// - Throws: `DatabaseError` when the file cannot be opened once more.
    package init(path: String, configuration: Configuration) throws {
        var configuration = configuration
        configuration.busyMode = .timeout(Self.busySeconds)
        connection = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// How often the log was copied.
    package var checkpoints: Int { state.withLock { $0.checkpoints } }

    /// How often that failed; a writer or reader that is in the way of the beginning anew is no failure.
    package var failures: Int { state.withLock { $0.failures } }

    /// Whoever is told why it failed: once, until it has succeeded again.
    package func onFailure(_ complain: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.complain = complain }
    }

    /// A transaction was committed.
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

    /// Copies the log that a killed process left, and empties it: processes that are killed before their first checkpoint
    /// would fill the disk with it, one after the other. On a disk too full for that, a later checkpoint does it.
    func copyFormerLog() { queue.sync { _ = try? run(.truncate) } }

    /// Waits for the checkpoint under way.
    package func settle() { queue.sync {} }

    /// Waits for the checkpoint under way, and closes the connection.
    package func close() throws {
        try queue.sync { try connection.close() }
    }

    /// One that fails is made up for by the next, and at the latest by the commit that finds the log far too long.
    private func checkpoint() {
        var complaint: String?
        do {
            let log = try run(.passive)
            if log.walFrameCount > Self.pagesMax { complaint = beginAnew() }
            state.withLock { $0.checkpoints += 1 }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Somebody else copies it, a backup perhaps.
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

    /// - Returns: what went wrong; nil where somebody still read, so that it comes later.
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
