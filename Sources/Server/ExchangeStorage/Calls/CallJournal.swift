public import CallModel
public import ExchangeCore

/// What happened to calls, and what the answered ones need to go on in another run.
///
/// A journal keeps every rule of `CallJournalBehaviour` of the tests, whatever is behind it. One exchange writes it.
/// Isolation: any thread; every call blocks until it is done.
public protocol CallJournal: Sendable {
    /// Stores entries in one transaction, in order. A record that is there already is left as it is.
    ///
    /// - Throws: `StorageError`, also when another record is there under the same call and version; then none is stored.
    func append(_ entries: [JournalEntry], clock: WallClock, sealing: any Sealing) throws(StorageError)

    /// The story of a call; nil when the journal has none of that name.
    func call(_ session: CallSessionID) throws(StorageError) -> StoredCall?

    /// Calls a user made or was called in, the latest first; nil: of everybody.
    ///
    /// Of two that became one a user finds the one that went on. Session ids begin with the time, so their order is that of
    /// the calls.
    ///
    /// - Parameter before: only those before that one.
    func calls(of user: String?, before: CallSessionID?, atMost count: Int) throws(StorageError) -> [StoredCall]

    /// The answered calls an earlier run left, as far as they can be gone on with; of the others nothing is kept.
    ///
    /// - Parameter clock: of this run.
    func takeKeptCalls(clock: WallClock, sealing: any Sealing) throws(StorageError) -> [KeptCall]

    /// Ends the calls an earlier run left without an end, as failed, and returns them as they stood before.
    ///
    /// - Parameters:
    ///   - at: microseconds since 1970.
    ///   - recovered: those that go on, and are left alone.
    func closeUnfinished(at: Int64, except recovered: Set<CallSessionID>) throws(StorageError) -> [StoredCall]

    /// Forgets calls that ended before a moment, in microseconds since 1970, at most `count` of them; returns how many.
    func forgetCalls(endedBefore limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int
}
