public import CallModel
public import ExchangeCore
public import RingCore

/// Stores ring sessions. Every change is durable when its method returns.
///
/// Every implementation passes `RingStoreBehavior` of the tests. Times count from 1970, the same for every process
/// that works on the store.
/// Isolation: any thread; every call blocks until it is done.
public protocol RingStore: Sendable {
    /// Handles inputs in order, all in one transaction: stores each session with its outbox items and records.
    ///
    /// - Returns: the result of each input, in order.
    func apply(_ inputs: [RingInput], at now: Duration) throws(StorageError) -> [RingTurn]

    /// Leases outbox items, the oldest first; of the commands for one leg only the oldest. No other caller gets an item
    /// until its lease is over. If its result is unknown by then, it is leased again.
    ///
    /// A dial that was leased before counts as a command here, because it costs no new dial.
    func lease(
        _ countMax: Int, of kinds: [OutboxKind], from now: Duration, until end: Duration
    ) throws(StorageError) -> [OutboxItem]

    /// Dials that were never leased, the oldest first, after a position. This does not lease them.
    func waitingDials(after position: Int64, _ countMax: Int) throws(StorageError) -> [OutboxItem]

    /// Leases the dials at some positions, as far as they still wait.
    func leaseDials(
        _ positions: [Int64], from now: Duration, until end: Duration
    ) throws(StorageError) -> [OutboxItem]

    /// Ends every lease, because its holder is known to be dead. For a store that one process works on.
    func endLeases() throws(StorageError)

    /// Removes a push that was sent, or never will be. A command is settled by its result, through ``receive(_:at:)``.
    func settlePush(_ position: Int64) throws(StorageError)

    /// Sessions that are not closed, with the time at which each wants to be woken.
    func openSessions() throws(StorageError) -> [(session: CallSessionID, due: Duration?)]

    /// The present state of a session.
    func session(_ id: CallSessionID) throws(StorageError) -> RingSession?

    /// The caller of a session.
    func caller(of id: CallSessionID) throws(StorageError) -> RingCaller?

    /// The permanent records of a session, in order.
    func records(of id: CallSessionID) throws(StorageError) -> [RingRecord]

    /// Deletes the ids of events older than a time, at most `countMax` of each kind, because so late a repetition changes
    /// nothing.
    ///
    /// - Returns: how many were deleted.
    func forgetEventIDs(before limit: PurgeLimit, atMost countMax: Int) throws(StorageError) -> Int

    /// Discards events that were parked before a time, whose legs no session has come to know.
    func discardParked(before moment: Duration) throws(StorageError) -> ParkedEvents.Sweep

    /// The legs of parked events, each once, the oldest first.
    func parkedLegs() throws(StorageError) -> [CarrierLegID]

    /// Deletes sessions that closed before a time, at most `countMax`.
    ///
    /// - Returns: how many were deleted.
    func forgetSessions(closedBefore limit: PurgeLimit, atMost countMax: Int) throws(StorageError) -> Int
}

extension RingStore {
    /// Leases outbox items of every kind.
    public func lease(_ countMax: Int, from now: Duration, until end: Duration) throws(StorageError) -> [OutboxItem] {
        try lease(countMax, of: OutboxKind.allCases, from: now, until: end)
    }
}

/// The result of one input.
public struct RingTurn: Hashable, Sendable {
    /// How the store handled the input.
    public enum Outcome: Hashable, Sendable {
        /// The session has handled it, and the result is stored.
        case taken
        /// It had been handled before: nothing changed.
        case repeated
        /// No session knows its leg yet: it is kept for a while, until one does.
        case parked
        /// There is no such session. The id of the event is stored all the same.
        case unknownSession
    }

    /// What became of the input.
    public let outcome: Outcome
    /// The session, where there is one.
    public let session: CallSessionID?
    /// The effects. Commands and pushes are already in the outbox, and records are stored. The rest is for present
    /// listeners, and is lost with the process.
    public let effects: [RingEffect]
    /// The session's status afterward; nil unless the outcome is `taken`.
    public let status: RingStatus?
    /// The users whom a change concerns, each once: those whose devices may ring, then a caller who is a user.
    public let users: [UserID]
    /// Whether the caller's leg is over, even if the session still waits for other events.
    public let isCallerGone: Bool
    /// The results for a session that the inbound call has met.
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
