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
