internal import ExchangeStorage

/// What a server keeps things in, as it was opened. Whoever works on it knows ports; here alone it is known that SQLite is
/// behind them.
struct OpenedStore: Sendable {
    /// Everything but accounts.
    var exchange: any ExchangeStore { database }
    let accounts: any AccountStore
    let database: ExchangeDatabase

    /// - Parameter path: of a file; nil: in memory.
    /// - Throws: `ExchangeServerError` when the file or its key is not as it must be, with what to do.
    static func open(path: String?) throws(ExchangeServerError) -> (SealingKey, OpenedStore) {
        let key = try SealingKey(beside: path)
        let database: ExchangeDatabase
        do throws(StorageError) {
            database = try ExchangeDatabase(path: path, sealing: key.box)
        } catch {
            throw ExchangeServerError(.storage, "\(path ?? "memory"): \(error)")
        }
        try key.check(database)
        return (key, OpenedStore(database))
    }

    private init(_ database: ExchangeDatabase) {
        self.database = database
        accounts = SQLiteAccountStore(database)
    }

    /// Told of every commit once it can be read, on any thread.
    func onCommit(_ tell: @escaping @Sendable () -> Void) { database.onCommit(tell) }

    /// Seals what versions left plain that did not seal.
    func sealPlain() throws(StorageError) { try database.sealPlain() }

    /// Has every look for a session fail from now on.
    func loseSessions() throws(StorageError) { try database.loseSessions() }

    /// Has it grow no further, as on a full disk; or lets it grow again.
    func fill(_ isFull: Bool) throws(StorageError) { try database.fill(isFull) }
}
