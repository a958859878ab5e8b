public import CallModel
internal import GRDB
public import RingCore

/// The history of calls to numbers and of calls out, by user. A `RingStore` writes it.
///
/// Every implementation passes `RingHistoryBehavior` of the tests. Isolation: any thread; every call blocks until it
/// is done.
public protocol RingHistory: Sendable {
    /// Calls that a user made, or that rang the user or would have, the latest first; nil: the calls of all users. Of
    /// two calls that became one a user finds the one that went on.
    ///
    /// Session ids begin with the time, so their order is that of the calls.
    ///
    /// - Parameter before: only calls before that one.
    func rings(of user: String?, before: CallSessionID?, atMost count: Int) throws(StorageError) -> [StoredRing]

    /// A call to a number or a call out; nil when no such call is stored.
    func ring(_ id: CallSessionID) throws(StorageError) -> StoredRing?
}

/// A stored call to a number, or a stored call out.
public struct StoredRing: Hashable, Sendable {
    /// The session, as its records restore it.
    public let session: RingSession
    /// The caller and the dialed number.
    public let caller: RingCaller
    /// All users whose history contains it.
    public let users: [UserID]
    /// Its permanent records, in order.
    public let records: [RingRecord]

    /// The call as a whole, once it is over.
    public var call: CallRecord? {
        for case .call(let call) in records { return call }
        return nil
    }

    /// The users who missed it.
    public var missedBy: [UserID] {
        for case .missedCall(let users, _) in records { return users }
        return []
    }
}

extension RingSession {
    /// Every user whose devices may ring, each once, in the order of ringing. Without devices, the users of the number,
    /// who own the call and any message.
    public var users: [UserID] {
        guard !devices.isEmpty else { return owners ?? [] }
        var users: [UserID] = []
        for device in devices where !users.contains(device.user) { users.append(device.user) }
        return users
    }

    /// The user who has the call, or had it at the end.
    public var userOfWinner: UserID? { devices.first { $0.device == status.winner }?.user }
}

/// The calls to numbers and the calls out, by user.
extension ExchangeDatabase: RingHistory {
    public func rings(
        of user: String?, before: CallSessionID?, atMost count: Int
    ) throws(StorageError) -> [StoredRing] {
        let bound = before?.description ?? Self.afterEverySession
        return try reading { database in
            let sessions =
                if let user {
                    try String.fetchAll(
                        database,
                        sql: """
                            SELECT session FROM ring_user JOIN ring_session USING (session)
                            WHERE user = ? AND session < ? AND merged_into IS NULL
                            ORDER BY session DESC LIMIT ?
                            """,
                        arguments: [user, bound, count])
                } else {
                    try String.fetchAll(
                        database,
                        sql: "SELECT session FROM ring_session WHERE session < ? ORDER BY session DESC LIMIT ?",
                        arguments: [bound, count])
                }
            return try sessions.compactMap {
                try CallSessionID($0).flatMap { try RingRow.ring($0, in: database, ringSessions) }
            }
        }
    }

    public func ring(_ id: CallSessionID) throws(StorageError) -> StoredRing? {
        try reading { try RingRow.ring(id, in: $0, ringSessions) }
    }
}
