public import CallModel
public import RingCore

/// Where ring sessions are kept. Whatever it returns from is durable.
///
/// Times are since 1970, the same for everybody who works on the store. Every call blocks until it is done.
public protocol RingStore: Sendable {
    /// Takes inputs in order, all in one transaction: each session, what it decided to send, and what it recorded.
    ///
    /// - Returns: what came of each, in order.
    func take(_ inputs: [RingInput], at now: Duration) throws(StorageError) -> [RingTurn]

    /// Hands out what is to be sent, oldest first, of the commands about one leg only the oldest. Until the lease is over
    /// nobody else gets it; if nothing is heard of it by then, it is handed out again.
    func lease(_ countMax: Int, from now: Duration, until end: Duration) throws(StorageError) -> [OutboxItem]

    /// A push was sent, or never will be. A command is settled by its result, through ``take(_:at:)``.
    func settlePush(_ position: Int64) throws(StorageError)

    /// Sessions that still have something to do, with the time they want to be told.
    func openSessions() throws(StorageError) -> [(session: CallSessionID, due: Duration?)]

    /// A session as it stands.
    func session(_ id: CallSessionID) throws(StorageError) -> RingSession?

    /// What a session recorded for good, in order.
    func records(of id: CallSessionID) throws(StorageError) -> [RingRecord]

    /// Forgets news older than a moment: a repetition that late changes nothing any more.
    func forgetNews(before moment: Duration) throws(StorageError)
}
