public import CallModel
public import RingCore

/// A call to a number as it is remembered.
public struct StoredRing: Hashable, Sendable {
    public let session: RingSession
    public let caller: RingCaller
    /// Everybody whose history it is in.
    public let users: [UserID]
    /// What it recorded for good, in order.
    public let records: [RingRecord]

    /// The call as a whole, once it is over.
    public var call: CallRecord? {
        for case .call(let call) in records { return call }
        return nil
    }

    /// Who has missed it.
    public var missedBy: [UserID] {
        for case .missedCall(let users, _) in records { return users }
        return []
    }
}
