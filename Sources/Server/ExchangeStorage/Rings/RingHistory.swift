public import CallModel

/// Calls of the public network as they are remembered, by whose they are. A `RingStore` writes them.
///
/// A store keeps every rule of `RingHistoryBehaviour` of the tests, whatever is behind it. Isolation: any thread; every call
/// blocks until it is done.
public protocol RingHistory: Sendable {
    /// Calls that a user made, or that rang the user, or would have, the latest first; nil: of everybody. Of two that became
    /// one a user finds the one that went on.
    ///
    /// Session ids begin with the time, so their order is that of the calls.
    ///
    /// - Parameter before: only those before that one.
    func rings(of user: String?, before: CallSessionID?, atMost count: Int) throws(StorageError) -> [StoredRing]

    /// A call of the public network; nil when none of that name is remembered.
    func ring(_ id: CallSessionID) throws(StorageError) -> StoredRing?
}
