internal import ExchangeStorage

/// What a server keeps things in, as it was opened. Whoever works on it knows ports; here alone it is known that SQLite is
/// behind them.
struct OpenedStore: Sendable {
    /// Everything but accounts.
    var exchange: any ExchangeStore { database }
    let accounts: any AccountStore
    private let database: ExchangeDatabase

    /// - Parameter path: of a file; nil: in memory.
    init(path: String?) throws(StorageError) {
        database = try ExchangeDatabase(path: path)
        accounts = SQLiteAccountStore(database)
    }

    /// Told of every commit once it can be read, on any thread.
    func onCommit(_ tell: @escaping @Sendable () -> Void) { database.onCommit(tell) }

    /// Has it grow no further, as on a full disk; or lets it grow again.
    func fill(_ isFull: Bool) throws(StorageError) { try database.fill(isFull) }
}
