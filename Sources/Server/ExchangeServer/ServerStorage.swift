internal import CallModel
internal import Clocks
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import Redaction

/// The opened storage of a server. Its users know only the storage protocols; this file alone knows that SQLite
/// implements them.
struct ServerStorage: Sendable {
    /// The storage of everything except accounts.
    var exchange: any ExchangeStore { database }
    let accounts: any AccountStore
    let database: ExchangeDatabase

    /// - Parameter path: the path of the file; nil: in memory.
    /// - Throws: `ExchangeServerError` with the remedy when the file or its key is invalid.
    static func open(path: String?) throws(ExchangeServerError) -> (SealingKey, ServerStorage) {
        let key = try SealingKey(beside: path)
        let database: ExchangeDatabase
        do throws(StorageError) {
            database = try ExchangeDatabase(path: path, sealing: key.box)
        } catch {
            throw ExchangeServerError(.storage, "\(path ?? "memory"): \(error)")
        }
        try key.check(database)
        return (key, ServerStorage(database))
    }

    private init(_ database: ExchangeDatabase) {
        self.database = database
        accounts = SQLiteAccountStore(database)
    }

    /// Sets a callback for every commit that can be read, on any thread.
    func onCommit(_ handler: @escaping @Sendable () -> Void) { database.onCommit(handler) }

    /// Seals the values that versions without sealing stored in plain text.
    func sealPlain() throws(StorageError) { try database.sealPlain() }

    /// Makes every lookup of a session fail from now on.
    func loseSessions() throws(StorageError) { try database.loseSessions() }

    /// Keeps the database from growing, as on a full disk, or lets it grow again.
    func fill(_ isFull: Bool) throws(StorageError) { try database.fill(isFull) }
}

extension ServerParts {
    /// Opens the storage and handles the calls that an earlier run left open.
    static func openStore(
        _ configuration: ExchangeConfiguration, clock: RunClock, time: any TimeSource, logger: Logger
    ) throws(ExchangeServerError) -> (ServerStorage, SecretBox, RetentionControl, RestartRecovery) {
        let path = configuration.databasePath
        func opening<Value>(_ body: () throws(StorageError) -> Value) throws(ExchangeServerError) -> Value {
            do { return try body() } catch { throw ExchangeServerError(.storage, "\(path ?? "memory"): \(error)") }
        }
        let (key, store) = try ServerStorage.open(path: path)
        let (gate, earlier) = try opening { () throws(StorageError) in
            try store.sealPlain()
            try store.exchange.forgetDeletedUsers(named: configuration.users.map(\.name))
            let gate = try RetentionControl(store.exchange, time, logger)
            return (gate, try RestartRecovery(in: store.exchange, clock: clock.wall, sealing: key.box, logger: logger))
        }
        return (store, key.box, gate, earlier)
    }

    static func directory(
        _ configuration: ExchangeConfiguration, users: any UserStore
    ) throws(ExchangeServerError) -> Directory {
        var directory = Directory()
        for user in configuration.users {
            try add(user, from: .configuration, to: &directory, place: "the configuration")
        }
        let stored: [StoredUser]
        do throws(StorageError) {
            stored = try users.users()
        } catch {
            throw ExchangeServerError(.storage, "\(error)")
        }
        for user in stored {
            guard let entry = UserEntry(user) else {
                throw ExchangeServerError(.storage, "a user in the database has a password hash that is none")
            }
            try add(entry, from: .api, to: &directory, place: "the database")
        }
        return directory
    }

    /// Adds the attendant to the directory and makes its password.
    static func addAttendant(to directory: inout Directory) throws(ExchangeServerError) -> Redacted<String> {
        let password = Redacted(RandomID.make().description + RandomID.make().description)
        do throws(DirectoryConflict) {
            try directory.addAttendant(
                named: ExchangeServer.attendantLogin, password: PasswordHash(password: password))
        } catch {
            throw ExchangeServerError(
                .configuration,
                "with voicemail no user's \(error.what) may be “\(ExchangeServer.attendantLogin)”: it is the attendant's"
            )
        }
        return password
    }

    private static func add(
        _ user: UserEntry, from origin: Directory.Origin, to directory: inout Directory, place: String
    ) throws(ExchangeServerError) {
        do throws(DirectoryConflict) {
            try directory.add(user, from: origin)
        } catch {
            throw ExchangeServerError(.configuration, "\(place), user: \(error.text(about: user.name))")
        }
    }
}

/// The open calls of the previous run: calls with an answered conversation continue, the others failed with that run.
struct RestartRecovery: Sendable {
    /// The calls that continue.
    let keptCalls: [KeptCall]
    let counts: RestartCounts

    /// Reads the open calls, and ends those that do not continue.
    init(
        in journal: any CallJournal, clock: WallClock, sealing: any Sealing, logger: Logger
    ) throws(StorageError) {
        keptCalls = try journal.loadKeptCalls(clock: clock, sealing: sealing)
        let lost = try journal.closeUnfinished(
            at: clock.originMicroseconds, except: Set(keptCalls.map(\.session)))
        counts = RestartCounts(lost: lost.count, recovered: keptCalls.count)
        for kept in keptCalls {
            logger.notice("call \(kept.session) was answered when the last run ended: it goes on")
        }
        for call in lost {
            logger.warning("call \(call.session) was \(call.stage.rawValue) when the last run ended: it failed with it")
        }
    }
}

/// The numbers of calls that an earlier run left without an end.
struct RestartCounts: Sendable {
    /// The number of calls that failed with it.
    let lost: Int
    /// The number of calls that continue.
    let recovered: Int
}
