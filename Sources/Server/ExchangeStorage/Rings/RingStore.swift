public import CallModel
public import ExchangeCore
public import RingCore

/// Where ring sessions are kept. Whatever it returns from is durable.
///
/// A store keeps every rule of `RingStoreBehaviour` of the tests, whatever is behind it. Times are since 1970, the same for
/// everybody who works on the store. Isolation: any thread; every call blocks until it is done.
public protocol RingStore: Sendable {
    /// Takes inputs in order, all in one transaction: each session, what it decided to send, and what it recorded.
    ///
    /// - Returns: what came of each, in order.
    func take(_ inputs: [RingInput], at now: Duration) throws(StorageError) -> [RingTurn]

    /// Hands out what is to be sent, oldest first, of the commands about one leg only the oldest. Until the lease is over
    /// nobody else gets it; if nothing is heard of it by then, it is handed out again.
    ///
    /// A dial that was handed out before counts as a command here: it costs no new dial.
    func lease(
        _ countMax: Int, of kinds: [OutboxKind], from now: Duration, until end: Duration
    ) throws(StorageError) -> [OutboxItem]

    /// Dials that nobody was handed yet, oldest first, after a position; they are not handed out by this.
    func waitingDials(after position: Int64, _ countMax: Int) throws(StorageError) -> [OutboxItem]

    /// Hands out the dials at some positions, those that still wait.
    func leaseDials(
        _ positions: [Int64], from now: Duration, until end: Duration
    ) throws(StorageError) -> [OutboxItem]

    /// Ends every lease: whoever had one is known to be dead. For a store that one process works on.
    func endLeases() throws(StorageError)

    /// A push was sent, or never will be. A command is settled by its result, through ``take(_:at:)``.
    func settlePush(_ position: Int64) throws(StorageError)

    /// Sessions that still have something to do, with the time they want to be told.
    func openSessions() throws(StorageError) -> [(session: CallSessionID, due: Duration?)]

    /// A session as it stands.
    func session(_ id: CallSessionID) throws(StorageError) -> RingSession?

    /// Who calls in a session.
    func caller(of id: CallSessionID) throws(StorageError) -> RingCaller?

    /// What a session recorded for good, in order.
    func records(of id: CallSessionID) throws(StorageError) -> [RingRecord]

    /// Forgets news older than a moment, at most so many of each kind: a repetition that late changes nothing any more.
    ///
    /// - Returns: how many were forgotten.
    func forgetNews(before limit: PurgeLimit, atMost countMax: Int) throws(StorageError) -> Int

    /// Throws away news that were parked before a moment: no session has come to know their legs.
    func discardParked(before moment: Duration) throws(StorageError) -> NewsParking.Sweep

    /// Legs that news is parked of, each once, oldest first.
    func parkedLegs() throws(StorageError) -> [CarrierLegID]

    /// Forgets sessions that closed before a moment, at most so many.
    ///
    /// - Returns: how many were forgotten.
    func forgetSessions(closedBefore limit: PurgeLimit, atMost countMax: Int) throws(StorageError) -> Int
}

extension RingStore {
    /// Hands out whatever is to be sent, of every kind.
    public func lease(_ countMax: Int, from now: Duration, until end: Duration) throws(StorageError) -> [OutboxItem] {
        try lease(countMax, of: OutboxKind.allCases, from: now, until: end)
    }
}

/// What came of one input.
public struct RingTurn: Hashable, Sendable {
    /// How the store took it.
    public enum Outcome: Hashable, Sendable {
        /// The session has dealt with it, and all that is stored.
        case taken
        /// It had been dealt with before: nothing changed.
        case repeated
        /// No session knows the leg it is about yet: it is kept for a while, and heard when one does.
        case parked
        /// There is no such session; that the news came is stored all the same.
        case unknownSession
    }

    public let outcome: Outcome
    /// The session, where there is one.
    public let session: CallSessionID?
    /// What follows. Commands and pushes are in the outbox already, records are stored; the rest is for whoever listens
    /// now, and is gone with the process.
    public let effects: [RingEffect]
    /// How the session stands after it; nil unless it was taken.
    public let status: RingStatus?
    /// Everybody whom a change of it concerns, each once: those whose devices may be rung, then a caller of ours.
    public let users: [UserID]
    /// Whether the caller's leg is over after it, whatever the session still waits for.
    public let isCallerGone: Bool
    /// What came of it for a session that a call which came in has met.
    public let met: [RingTurn]

    public init(
        outcome: Outcome, session: CallSessionID?, effects: [RingEffect], status: RingStatus? = nil,
        users: [UserID] = [], isCallerGone: Bool = false, met: [RingTurn] = []
    ) {
        self.outcome = outcome
        self.session = session
        self.effects = effects
        self.status = status
        self.users = users
        self.isCallerGone = isCallerGone
        self.met = met
    }
}
