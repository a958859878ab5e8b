internal import Foundation
internal import GRDB
internal import Synchronization

/// The store of an exchange in one SQLite file, which is the default.
///
/// With a write-ahead log and `synchronous = FULL`, committed data survives `kill -9` and a power cut.
/// Isolation: any thread. Every call blocks until it is done, so none is made on an event loop.
public final class ExchangeDatabase: Sendable {
    let connection: any DatabaseWriter
    /// Held from before the file is examined until it is closed. A starting exchange ends every call that it finds
    /// open, so it must be sure that no other exchange has them.
    private let lock: DatabaseLock?
    /// Seals the sealed columns.
    let sealing: any Sealing
    /// The most closed calls that are kept of each caller with the same users.
    let callsOfPartiesMax: Int
    let ringSessions = RingSessionCache()
    let liveCalls = LiveCallCache()
    private let commitListener = Mutex<(@Sendable () -> Void)?>(nil)
    /// nil for a database in memory.
    let checkpointer: LogCheckpointer?

    /// Opens or creates the file at a path; nil: a database in memory, for tests and first tries. Only the exchange's
    /// own user may access the files (mode 0600), including those of earlier versions.
    ///
    /// - Throws: `StorageError` when the file cannot be used, another exchange uses it, or a newer version wrote it.
    public convenience init(path: String?, sealing: any Sealing) throws(StorageError) {
        try self.init(path: path, sealing: sealing, callsOfPartiesMax: ClosedCalls.ofPartiesMax)
    }

    /// - Parameter callsOfPartiesMax: the most closed calls that are kept of each caller with the same users. Tests
    ///   lower it.
    package init(path: String?, sealing: any Sealing, callsOfPartiesMax: Int) throws(StorageError) {
        self.sealing = sealing
        self.callsOfPartiesMax = callsOfPartiesMax
        lock = try path.map { path throws(StorageError) in try DatabaseLock(beside: path) }
        if let path { try DatabaseFiles(path: path).keepPrivate() }
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(Self.busySeconds)
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA foreign_keys = ON")
                try database.execute(sql: "PRAGMA wal_autocheckpoint = \(Self.checkpointPages)")
            }
            if let path {
                connection = try DatabasePool(path: path, configuration: configuration)
                // A pool sets NORMAL for its writer, which would sync the log at checkpoints only, so this comes
                // afterward.
                try connection.writeWithoutTransaction { database in
                    try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -\(Self.cacheKilobytes)")
                }
                checkpointer = try LogCheckpointer(path: path, configuration: configuration)
                checkpointer?.copyFormerLog()
            } else {
                connection = try DatabaseQueue(configuration: configuration)
                checkpointer = nil
            }
        } catch {
            throw StorageError(.open, of: error)
        }
        try migrate()
    }

    public func close() throws(StorageError) {
        do {
            try checkpointer?.close()
            try connection.close()
        } catch { throw StorageError(.write, of: error) }
        lock?.release()
    }

    /// How many transactions there are between two checkpoints, and how many checkpoints were made.
    package static var transactionsBetweenCheckpoints: Int { LogCheckpointer.transactionsBetween }
    package var checkpoints: Int { checkpointer?.checkpoints ?? 0 }

    /// How long a statement waits for another process that locks the file. A backup takes a moment; more is a mistake.
    private static let busySeconds = 5.0

    /// The writer's page cache at most, in kilobytes. The calls of some hundred users touch more of the indexes than
    /// SQLite's own 2 MB hold, and each page that is not there is read again for the next call.
    private static let cacheKilobytes = 16_384

    /// How many pages of log make a commit copy them into the file by itself: 256 MB. That happens only when no
    /// checkpoint did.
    private static let checkpointPages = 65_536

    /// SQLite's own limit of pages.
    private static let pagesMax = 4_294_967_294

    /// Whether each commit is synced to the disk before it returns.
    package var syncsCommits: Bool {
        get throws(StorageError) { try writing { try Int.fetchOne($0, sql: "PRAGMA synchronous") == 2 } }
    }

    /// Stops the file from growing, as on a full disk, or lets it grow again. For tests.
    package func fill(_ isFull: Bool) throws(StorageError) {
        try writing { database in
            let pages = isFull ? try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 1 : Self.pagesMax
            _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    /// Makes every search for a session fail from now on, as on a lost disk. For tests.
    package func loseSessions() throws(StorageError) {
        try writing { try $0.execute(sql: "ALTER TABLE bearer_session RENAME TO lost_session") }
    }

    /// Sets a handler that is called after every commit, once it can be read, on any thread.
    package func onCommit(_ handler: @escaping @Sendable () -> Void) { commitListener.withLock { $0 = handler } }

    private func migrate() throws(StorageError) {
        let migrator = Schema.migrator
        let isNewer: Bool
        do {
            guard try connection.read({ try !Schema.isMissing(in: $0) }) else {
                try Schema.complete.get().backup(to: connection)
                return
            }
            isNewer = try connection.read { try migrator.hasBeenSuperseded($0) }
        } catch {
            throw StorageError(.open, of: error)
        }
        guard !isNewer else { throw StorageError(.newerSchema, "it was written by a newer version; update this one") }
        do { try migrator.migrate(connection) } catch { throw StorageError(.open, of: error) }
    }

    /// SQLite's message, without the statement's values, which may be personal.
    static func text(of error: any Error) -> String {
        guard let error = error as? DatabaseError else { return String(describing: type(of: error)) }
        return "\(error.extendedResultCode): \(error.message ?? "no message")"
    }

    /// Whether an error may pass soon: the disk is full, gone or busy. Any other error would repeat itself.
    static func isForTheMoment(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [
            .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_READONLY, .SQLITE_CANTOPEN,
            .SQLITE_NOMEM,
        ]
        .contains(error.resultCode)
    }

    func reading<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
        do { return try connection.read(body) } catch { throw StorageError(.read, of: error) }
    }

    func writing<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
        try committing { try connection.write(body) }
    }

    /// Looks for work, and writes only if there is some, because a transaction locks the file even if it changes
    /// nothing. No other writer comes in between.
    func writing<Found: Collection, Value>(
        what look: (Database) throws -> Found, _ body: (Database, Found) throws -> [Value]
    ) throws(StorageError) -> [Value] {
        try committing {
            try connection.writeWithoutTransaction { database in
                let found = try look(database)
                guard !found.isEmpty else { return [] }
                var written: [Value] = []
                try database.inTransaction(.immediate) {
                    written = try body(database, found)
                    return .commit
                }
                return written
            }
        }
    }

    private func committing<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
        do {
            let value = try body()
            checkpointer?.committed()
            commitListener.withLock(\.self)?()
            return value
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.write, of: error)
        }
    }
}

extension StorageError {
    /// Wraps an error of SQLite. A `StorageError` stays as it is.
    init(_ code: Code, of error: any Error) {
        self =
            error as? StorageError
            ?? StorageError(
                code, ExchangeDatabase.text(of: error), isForTheMoment: ExchangeDatabase.isForTheMoment(error))
    }
}

/// The upkeep of the file: copying its log into it.
extension ExchangeDatabase: ExchangeStore {
    public var upkeepFailures: Int { checkpointer?.failures ?? 0 }

    public func onUpkeepFailure(_ complain: @escaping @Sendable (String) -> Void) {
        checkpointer?.onFailure { complain("the database's log grows, as it cannot be copied: \($0)") }
    }
}
