public import CallModel
public import ExchangeCore

/// The journal of calls, and the data with which answered calls go on in another run.
///
/// Every implementation passes `CallJournalBehavior` of the tests. One exchange writes a journal.
/// Isolation: any thread; every call blocks until it is done.
public protocol CallJournal: Sendable {
    /// Stores entries in one transaction, in order. A record that is already stored stays as it is.
    ///
    /// - Throws: `StorageError`, also when a different record is stored under the same call and version; then no entry
    ///   is stored.
    func append(_ entries: [JournalEntry], clock: WallClock, sealing: any Sealing) throws(StorageError)

    /// The stored history of a call; nil when the journal has no such call.
    func call(_ session: CallSessionID) throws(StorageError) -> StoredCall?

    /// Calls that a user made or was called in, the latest first; nil: the calls of all users.
    ///
    /// Of two calls that became one a user finds the one that went on. Session ids begin with the time, so their order
    /// is that of the calls.
    ///
    /// - Parameter before: only calls before that one.
    func calls(of user: String?, before: CallSessionID?, atMost count: Int) throws(StorageError) -> [StoredCall]

    /// Returns the answered calls of an earlier run that can go on, and deletes the data of all others.
    ///
    /// - Parameter clock: of this run.
    func loadKeptCalls(clock: WallClock, sealing: any Sealing) throws(StorageError) -> [KeptCall]

    /// Ends the unfinished calls of an earlier run as failed, and returns them as they were before. Messages that the
    /// attendant of that run had taken or was taking, and that are not stored, become alarms.
    ///
    /// - Parameters:
    ///   - at: microseconds since 1970.
    ///   - recovered: calls that go on and are left alone.
    func closeUnfinished(at: Int64, except recovered: Set<CallSessionID>) throws(StorageError) -> [StoredCall]

    /// Deletes calls that ended before a time, at most `count` of them; returns how many.
    func forgetCalls(endedBefore limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int
}

/// An entry for the journal.
public enum JournalEntry: Hashable, Sendable {
    /// A change of a call.
    case record(JournalRecord)
    /// The data with which an answered call goes on in another run. It replaces earlier data.
    case keep(KeptCall)
    /// The call no longer needs that data.
    case discard(CallSessionID)

    /// The call of the entry.
    var session: CallSessionID {
        switch self {
        case .record(let record): record.session
        case .keep(let kept): kept.session
        case .discard(let session): session
        }
    }
}

/// A call as its journal records add up. Times are microseconds since 1970.
public struct StoredCall: Hashable, Sendable {
    /// The exchange's id of the call.
    public let session: CallSessionID
    /// The version of the last record; records are numbered within a call.
    public internal(set) var version: UInt64 = 0
    /// How far the call has come.
    public internal(set) var stage = CallSessionStage.ringing
    /// The caller's leg, then the called legs in the order of planning.
    public internal(set) var legs: [StoredLeg] = []
    /// The leg whose answer was claimed last; nil: none was.
    public internal(set) var winner: LegID?
    /// Why and how it ended; nil: it has not ended.
    public internal(set) var ending: Ending?
    /// The organization in which the call began.
    public internal(set) var organization: String?
    /// When the caller dialed.
    public internal(set) var createdAt: Int64
    /// When the first device rang.
    public internal(set) var rangAt: Int64?
    /// When ``winner`` was claimed; nil: no answer was.
    public internal(set) var answeredAt: Int64?
    /// When it ended.
    public internal(set) var endedAt: Int64?
}

/// One leg of a call, according to the journal.
public struct StoredLeg: Hashable, Sendable {
    /// The exchange's id of the leg.
    public let id: LegID
    /// The user of the device.
    public let user: UserID
    /// The device whose part in the call this is.
    public let device: DeviceID
    /// How far the leg has come.
    public internal(set) var stage: LegStage
    /// Whether the device holds the call.
    public internal(set) var isHeld = false
    /// Whether the device has a socket; a call waits a while for one that lost it.
    public internal(set) var isConnected = true
    /// Why the leg ended; nil: it has not ended.
    public internal(set) var ending: Ending?
}

extension Ending {
    /// The ending of a call that was interrupted by a restart of the exchange.
    public static let exchangeRestarted = Ending(
        .failed, cause: .normalTemporaryFailure, sipCode: 503, sipReason: "exchange restarted")
}

/// Ties the monotonic time of one run of an exchange to the calendar.
///
/// Calls are decided on the monotonic clock, so correcting the system clock disturbs none of them. The calendar is for
/// people.
public struct WallClock: Hashable, Sendable {
    /// The run's origin, in microseconds since 1970.
    public let originMicroseconds: Int64

    public init(originMicroseconds: Int64) {
        self.originMicroseconds = originMicroseconds
    }

    /// The microseconds since 1970 of a moment of the run.
    public func microseconds(at moment: Duration) -> Int64 {
        let (seconds, attoseconds) = moment.components
        return originMicroseconds + seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    /// The moment of the run for microseconds since 1970. It lies before the origin for a time of an earlier run.
    public func moment(atMicroseconds microseconds: Int64) -> Duration {
        .microseconds(microseconds.subtractingReportingOverflow(originMicroseconds).partialValue)
    }
}
