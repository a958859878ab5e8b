public import CallModel
public import ExchangeCore

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
