internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import Redaction

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

extension ServerParts {
    /// Opens what things are kept in, and sees to what an earlier run left open.
    static func openStore(
        _ configuration: ExchangeConfiguration, clock: RunClock, time: SystemTime, logger: Logger
    ) throws(ExchangeServerError) -> (OpenedStore, SecretBox, RetentionGate, EarlierRun) {
        let path = configuration.databasePath
        func opening<Value>(_ body: () throws(StorageError) -> Value) throws(ExchangeServerError) -> Value {
            do { return try body() } catch { throw ExchangeServerError(.storage, "\(path ?? "memory"): \(error)") }
        }
        let (key, store) = try OpenedStore.open(path: path)
        let (gate, earlier) = try opening { () throws(StorageError) in
            try store.sealPlain()
            try store.exchange.forgetDeletedUsers(named: configuration.users.map(\.name))
            let gate = try RetentionGate(store.exchange, time, logger)
            return (gate, try EarlierRun(in: store.exchange, clock: clock.wall, sealing: key.box, logger: logger))
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

    /// Lets the attendant log in; makes the password it does it with.
    static func addAttendant(to directory: inout Directory) throws(ExchangeServerError) -> Redacted<String> {
        let password = Redacted(RandomID.make().description + RandomID.make().description)
        do throws(DirectoryConflict) {
            try directory.addAttendant(
                named: ExchangeServer.attendantLogin, password: PasswordHash(password: password))
        } catch {
            throw ExchangeServerError(
                .configuration,
                "with voicemail nobody's \(error.what) may be “\(ExchangeServer.attendantLogin)”: it is the attendant's"
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

/// What the run before this one left open: calls in which somebody speaks go on, the others failed with it.
struct EarlierRun: Sendable {
    /// The calls that go on.
    let keptCalls: [KeptCall]
    let counts: RestartCounts

    /// Reads it, and ends what does not go on.
    init(
        in journal: any CallJournal, clock: WallClock, sealing: any Sealing, logger: Logger
    ) throws(StorageError) {
        keptCalls = try journal.takeKeptCalls(clock: clock, sealing: sealing)
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

/// What became of the calls that an earlier run left without an end.
struct RestartCounts: Sendable {
    /// How many failed with it.
    let lost: Int
    /// How many go on.
    let recovered: Int
}
