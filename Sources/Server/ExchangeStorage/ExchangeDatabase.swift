internal import Foundation
internal import GRDB
internal import Synchronization

/// The store of an exchange in SQLite: one file, and the default.
///
/// Write-ahead log and `synchronous = FULL`: what was committed survives `kill -9` and a power cut.
/// Isolation: any thread. Every call blocks until it is done, so none is made on an event loop.
public final class ExchangeDatabase: Sendable {
    let connection: any DatabaseWriter
    /// Held from before the file is looked at until it is closed: an exchange ends, when it starts, every call it finds
    /// open, so it must be sure that nobody else is having them.
    private let lock: DatabaseLock?
    /// What sealed columns are sealed with.
    let sealing: any Sealing
    let ringSessions = RingSessionCache()
    private let commitListener = Mutex<(@Sendable () -> Void)?>(nil)
    /// For a file.
    let checkpointer: LogCheckpointer?

    /// Opens or makes the file at a path; nil: a database in memory, for tests and first tries. Its files are the user's
    /// alone (mode 0600), those of earlier versions too from then on.
    ///
    /// - Throws: `StorageError` when the file cannot be used, is in use by another exchange, or was written by a newer
    ///   version.
    public init(path: String?, sealing: any Sealing) throws(StorageError) {
        self.sealing = sealing
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
                // A pool sets NORMAL for its writer, which syncs the log at checkpoints only; so this comes after it.
                try connection.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
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

    /// Transactions after which the log is copied into the file, and how often that was done.
    package static var transactionsBetweenCheckpoints: Int { LogCheckpointer.transactionsBetween }
    package var checkpoints: Int { checkpointer?.checkpoints ?? 0 }

    /// How long a statement waits for another process that has the file: a backup takes a moment, more is a mistake.
    private static let busySeconds = 5.0

    /// Pages of the log after which a commit copies them into the file itself: 256 MB. Only when nobody else does.
    private static let checkpointPages = 65_536

    /// SQLite's own limit of pages.
    private static let pagesMax = 4_294_967_294

    /// Whether each commit is synced to the disk before it returns.
    package var syncsCommits: Bool {
        get throws(StorageError) { try writing { try Int.fetchOne($0, sql: "PRAGMA synchronous") == 2 } }
    }

    /// Has the file grow no further than it has, as on a full disk; or lets it grow again.
    package func fill(_ isFull: Bool) throws(StorageError) {
        try writing { database in
            let pages = isFull ? try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 1 : Self.pagesMax
            _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    /// Has every look for a session fail from now on, as on a disk that is gone.
    package func loseSessions() throws(StorageError) {
        try writing { try $0.execute(sql: "ALTER TABLE bearer_session RENAME TO lost_session") }
    }

    /// Told of every commit once it can be read, on any thread.
    package func onCommit(_ tell: @escaping @Sendable () -> Void) { commitListener.withLock { $0 = tell } }

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

    /// What SQLite said, without the statement's values: they may be personal.
    static func text(of error: any Error) -> String {
        guard let error = error as? DatabaseError else { return String(describing: type(of: error)) }
        return "\(error.extendedResultCode): \(error.message ?? "no message")"
    }

    /// What may be over in a moment: a disk that is full, gone or busy. Whatever else went wrong goes wrong again.
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
        try telling { try connection.write(body) }
    }

    /// Looks whether there is something to write, and writes only then: a transaction locks the file even if it changes
    /// nothing. Nobody else writes in between.
    func writing<Found: Collection, Value>(
        what look: (Database) throws -> Found, _ body: (Database, Found) throws -> [Value]
    ) throws(StorageError) -> [Value] {
        try telling {
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

    private func telling<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
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
    /// What SQLite said. An error of ours stays what it is.
    init(_ code: Code, of error: any Error) {
        self =
            error as? StorageError
            ?? StorageError(
                code, ExchangeDatabase.text(of: error), isForTheMoment: ExchangeDatabase.isForTheMoment(error))
    }
}

/// What the file needs beside what it is asked: its log is copied into it.
extension ExchangeDatabase: ExchangeStore {
    public var upkeepFailures: Int { checkpointer?.failures ?? 0 }

    public func onUpkeepFailure(_ complain: @escaping @Sendable (String) -> Void) {
        checkpointer?.onFailure { complain("the database's log grows, as it cannot be copied: \($0)") }
    }
}
