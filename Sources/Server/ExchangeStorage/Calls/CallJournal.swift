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

/// What the journal is given to store, in order.
public enum JournalEntry: Hashable, Sendable {
    /// A change of a call.
    case record(JournalRecord)
    /// What an answered call needs to go on in another run, in place of what was there.
    case keep(KeptCall)
    /// A call needs that no more.
    case discard(CallSessionID)

    /// The call it is about.
    var session: CallSessionID {
        switch self {
        case .record(let record): record.session
        case .keep(let kept): kept.session
        case .discard(let session): session
        }
    }
}

/// A call as the journal tells it: what its records, in order, amount to. Times in microseconds since 1970.
public struct StoredCall: Hashable, Sendable {
    public let session: CallSessionID
    public internal(set) var version: UInt64 = 0
    public internal(set) var stage = CallStage.ringing
    /// The caller's leg, then the called ones in the order they were planned.
    public internal(set) var legs: [StoredLeg] = []
    public internal(set) var winner: LegID?
    public internal(set) var ending: Ending?
    /// The organisation it began in.
    public internal(set) var organization: String?
    public internal(set) var createdAt: Int64
    public internal(set) var rangAt: Int64?
    public internal(set) var answeredAt: Int64?
    public internal(set) var endedAt: Int64?
}

/// One leg of a call, as the journal tells it.
public struct StoredLeg: Hashable, Sendable {
    public let id: LegID
    public let user: UserID
    public let device: DeviceID
    public internal(set) var stage: LegStage
    public internal(set) var isHeld = false
    public internal(set) var isConnected = true
    public internal(set) var ending: Ending?
}

extension Ending {
    /// How a call ends that its exchange did not live to end.
    public static let exchangeRestarted = Ending(
        .failed, cause: .normalTemporaryFailure, sipCode: 503, sipReason: "exchange restarted")
}

/// Ties the time of one run of an exchange, counted from its origin, to the calendar.
///
/// Calls are decided on the monotonic clock, so a corrected system clock disturbs none; the calendar is for people.
public struct WallClock: Hashable, Sendable {
    /// The run's origin, in microseconds since 1970.
    public let originMicroseconds: Int64

    public init(originMicroseconds: Int64) {
        self.originMicroseconds = originMicroseconds
    }

    /// Microseconds since 1970 of a moment of the run.
    public func microseconds(at moment: Duration) -> Int64 {
        let (seconds, attoseconds) = moment.components
        return originMicroseconds + seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    /// The moment of the run that many microseconds since 1970; before its origin, if it was in an earlier one.
    public func moment(atMicroseconds microseconds: Int64) -> Duration {
        .microseconds(microseconds.subtractingReportingOverflow(originMicroseconds).partialValue)
    }
}
