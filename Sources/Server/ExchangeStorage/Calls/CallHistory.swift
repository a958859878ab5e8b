public import CallModel
public import ExchangeCore
internal import RingCore

/// A call of the past or the present, as it is stored.
public enum CallHistoryEntry: Hashable, Sendable {
    /// A call between users, as its journal records add up.
    case betweenUsers(StoredCall)
    /// A call of the public network, as its ring session is.
    case ofPublicNetwork(StoredRing)

    /// The exchange's id of the call.
    public var session: CallSessionID {
        switch self {
        case .betweenUsers(let call): call.session
        case .ofPublicNetwork(let ring): ring.session.id
        }
    }
}

/// The history of all calls. Two parts of the store write it, because they promise different things: the journal takes
/// records that are already decided, many at a time, and a ring session is stored before its commands go out.
public protocol CallHistory: CallJournal, RingHistory {}

extension CallHistory {
    /// Calls that a user made, or that rang the user or would have, the latest first; nil: the calls of all users.
    ///
    /// - Parameter before: only calls before that one.
    public func history(
        of user: String?, before: CallSessionID?, atMost count: Int
    ) throws(StorageError) -> [CallHistoryEntry] {
        let calls = try calls(of: user, before: before, atMost: count).map { CallHistoryEntry.betweenUsers($0) }
        let rings = try rings(of: user, before: before, atMost: count).map { CallHistoryEntry.ofPublicNetwork($0) }
        // Session ids begin with the time, so their order is that of the calls.
        let all = (calls + rings).sorted { $0.session.description > $1.session.description }
        return Array(all.prefix(count))
    }

    /// A call; nil when no such call is stored.
    public func historyEntry(_ session: CallSessionID) throws(StorageError) -> CallHistoryEntry? {
        if let call = try call(session) { return .betweenUsers(call) }
        return try ring(session).map { .ofPublicNetwork($0) }
    }
}

extension StoredCall {
    /// A call between users as the exchange has it in memory, which is newer than its records on the disk.
    ///
    /// - Parameter clock: of the run that has the call.
    public init(_ call: CallStatus, clock: WallClock) {
        func time(_ moment: Duration?) -> Int64? { moment.map { clock.microseconds(at: $0) } }
        self.init(
            session: call.session, version: call.version, stage: call.stage, legs: call.legs.map { StoredLeg($0) },
            winner: call.winner, ending: call.ending, organization: call.organization,
            createdAt: clock.microseconds(at: call.createdAt), rangAt: time(call.rangAt),
            answeredAt: time(call.answeredAt), endedAt: time(call.endedAt))
    }
}

extension StoredLeg {
    fileprivate init(_ leg: LegStatus) {
        self.init(
            id: leg.id, user: leg.user, device: leg.device, stage: leg.stage, isHeld: leg.isHeld,
            isConnected: leg.isConnected, ending: leg.ending)
    }
}
