internal import GRDB

/// The store of an exchange, except for accounts, which an `AccountStore` keeps in the same place. Every method is one
/// transaction, durable when it returns.
///
/// Data written through one port is visible through the others at once: a message left in a call to a number is in the
/// mailbox. One exchange uses a store at a time. Every implementation passes each `…Behavior` of the tests; to test
/// another one, add a case to `StoreUnderTest` there.
/// Isolation: any thread; every call blocks until it is done, so none is made on an event loop.
public protocol ExchangeStore: CallHistory, RingStore, MailboxStore, RecordingStore, ConversationStore,
    UserStore, NumberStore, SealedStore, LatestTimeStore, OutboxStatistics
{
    /// How often the store's own background work has failed. It grows until that work succeeds.
    var upkeepFailures: Int { get }

    /// Sets a handler for such failures. It is called with a description on any thread: once, until the work has
    /// succeeded again.
    func onUpkeepFailure(_ complain: @escaping @Sendable (String) -> Void)

    /// Releases the store for the next exchange. No other method may be called afterward.
    func close() throws(StorageError)
}

/// Why an operation of a store failed. Safe to log.
public struct StorageError: Error, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        /// The database cannot be opened, or is not one of ours.
        public static let open = Code(name: "open")
        /// A newer version wrote the database.
        public static let newerSchema = Code(name: "newer schema")
        /// Another exchange uses the database.
        public static let inUse = Code(name: "in use")
        /// The new data contradicts the stored data.
        public static let contradiction = Code(name: "contradiction")
        /// Reading failed.
        public static let read = Code(name: "read")
        /// Writing failed: the disk is full, gone or read-only.
        public static let write = Code(name: "write")

        let name: String
    }

    /// The kind of failure.
    public let code: Code
    /// The database's message, without any value.
    public let context: String

    /// Whether the operation may succeed once the disk has recovered.
    public let isForTheMoment: Bool

    public init(_ code: Code, _ context: String, isForTheMoment: Bool = false) {
        self.code = code
        self.context = context
        self.isForTheMoment = isForTheMoment
    }

    public var description: String { "database, \(code.name): \(context)" }
}

/// Stores the latest time that an exchange has seen. Deletion by age does not trust a calendar far beyond it.
///
/// Every implementation passes `RecordingStoreBehavior` of the tests. Times are microseconds since 1970.
/// Isolation: any thread; every call blocks until it is done.
public protocol LatestTimeStore: Sendable {
    /// nil: no time was seen, and no stored row has one.
    func latestTime() throws(StorageError) -> Int64?

    /// Keeps a time. No effect where a later one was seen.
    func keepLatestTime(_ time: Int64) throws(StorageError)

    /// Sets the time even where a later one was seen, because an operator says that one was wrong. In the same step,
    /// everything that was to be kept from a later time on is kept from this time on, and deletions that wait for a later
    /// time are due.
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
        try writing { database in
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO latest_time VALUES (0, :time);
                    UPDATE voicemail SET kept_from = :time WHERE kept_from > :time;
                    UPDATE conversation SET kept_from = :time WHERE kept_from > :time;
                    UPDATE ended_call SET kept_from = :time WHERE kept_from > :time;
                    UPDATE ring_session SET kept_from = :time WHERE kept_from > :time;
                    UPDATE recording_audit SET kept_from = :time WHERE kept_from > :time;
                    UPDATE audit SET kept_from = :time WHERE kept_from > :time;
                    UPDATE carrier_recording SET due = :time WHERE task = 2 AND due > :time;
                    """, arguments: ["time": time])
        }
    }
}
