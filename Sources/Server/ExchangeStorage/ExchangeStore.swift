internal import GRDB

/// Everything an exchange keeps, but for accounts, which an `AccountStore` has in the same place. Every method is one
/// transaction, durable when it returns.
///
/// What is written through one of its ports is found through the others, at once: whoever leaves a message in a call to a
/// number finds it in the mailbox. Of one exchange at a time. A store passes every `…Behaviour` of the tests, whatever is
/// behind it; to have one tried is a case of `StoreUnderTest` there.
/// Isolation: any thread; every call blocks until it is done, so none is made on an event loop.
public protocol ExchangeStore: CallJournal, RingStore, RingHistory, MailboxStore, RecordingStore, ConversationStore,
    UserStore, NumberStore, SealedStore, LatestTimeStore, OutboxWatch
{
    /// How often work has failed that the store does by itself beside what it is asked: it grows until that succeeds.
    var upkeepFailures: Int { get }

    /// Whoever is told of such a failure in words, on any thread: once, until the work has succeeded again.
    func onUpkeepFailure(_ complain: @escaping @Sendable (String) -> Void)

    /// Lets the next exchange have it; nothing may be asked any more.
    func close() throws(StorageError)
}

/// Why a store could not do what it was asked. Safe to log.
public struct StorageError: Error, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    public struct Code: Hashable, Sendable {
        /// What is stored cannot be opened, or is no database of ours.
        public static let open = Code(name: "open")
        /// It was written by a newer version.
        public static let newerSchema = Code(name: "newer schema")
        /// Another exchange has it.
        public static let inUse = Code(name: "in use")
        /// What is to be stored contradicts what is stored already.
        public static let contradiction = Code(name: "contradiction")
        /// Reading failed.
        public static let read = Code(name: "read")
        /// Writing failed: the disk is full, gone or read-only.
        public static let write = Code(name: "write")

        let name: String
    }

    public let code: Code
    /// What the database said, without any value.
    public let context: String

    /// Whether the same may be done when the disk is well again.
    public let isForTheMoment: Bool

    public init(_ code: Code, _ context: String, isForTheMoment: Bool = false) {
        self.code = code
        self.context = context
        self.isForTheMoment = isForTheMoment
    }

    public var description: String { "database, \(code.name): \(context)" }
}

/// Where the latest time that an exchange has seen is kept: what deletes by age does not trust a calendar far past it.
///
/// A store keeps every rule of `RecordingStoreBehaviour` of the tests, whatever is behind it. Microseconds since 1970. Isolation:
/// any thread; every call blocks until it is done.
public protocol LatestTimeStore: Sendable {
    /// nil: none was seen, and nothing is stored that has a time.
    func latestTime() throws(StorageError) -> Int64?

    /// Without effect where a later one was seen.
    func keepLatestTime(_ time: Int64) throws(StorageError)

    /// Also where a later one was seen: an operator says that it was wrong.
    func setLatestTime(_ time: Int64) throws(StorageError)
}

extension ExchangeDatabase: LatestTimeStore {
    public func latestTime() throws(StorageError) -> Int64? {
        try reading { try Int64.fetchOne($0, sql: "SELECT at FROM latest_time") }
    }

    public func keepLatestTime(_ time: Int64) throws(StorageError) {
        try writing { database in
            try database.execute(
                sql: "INSERT INTO latest_time VALUES (0, ?) ON CONFLICT (id) DO UPDATE SET at = max(at, excluded.at)",
                arguments: [time])
        }
    }

    public func setLatestTime(_ time: Int64) throws(StorageError) {
        try writing { try $0.execute(sql: "INSERT OR REPLACE INTO latest_time VALUES (0, ?)", arguments: [time]) }
    }
}
