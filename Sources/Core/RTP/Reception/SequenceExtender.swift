/// Makes 16-bit sequence numbers into ones that never wrap, and notices restarts.
///
/// Our packets are authenticated by SRTP before they come here, so the first one counts at once: the probation of
/// RFC 3550 is not needed.
/// Source: RFC 3550 appendix A.1.
public struct SequenceExtender: Hashable, Sendable {
    /// A forward step up to this is a gap, beyond it a restart (RFC 3550 A.1: MAX_DROPOUT).
    public static let dropoutMax: UInt16 = 3000
    /// A backward step up to this is reordering (RFC 3550 A.1: MAX_MISORDER).
    public static let misorderMax: UInt16 = 100

    public enum Outcome: Hashable, Sendable {
        /// In order, after a gap, late or doubled.
        case extended(Int64)
        /// A wild jump: believed only if its successor follows.
        case doubtful
        /// The second packet in a row after a wild jump, or the first of all: the sequence begins anew here.
        case restarted(Int64)
    }

    /// Highest seen, wraps included.
    public private(set) var highest: Int64?
    /// The number that would confirm a jump.
    private var awaited: UInt16?

    public init() {}

    public mutating func extend(_ sequenceNumber: UInt16) -> Outcome {
        guard let highest else { return restart(at: sequenceNumber) }
        let last = UInt16(truncatingIfNeeded: highest)
        let forward = sequenceNumber &- last
        if forward < Self.dropoutMax {
            self.highest = highest + Int64(forward)
            awaited = nil
            return .extended(highest + Int64(forward))
        }
        let backward = last &- sequenceNumber
        if backward <= Self.misorderMax { return .extended(highest - Int64(backward)) }
        if awaited == sequenceNumber { return restart(at: sequenceNumber) }
        awaited = sequenceNumber &+ 1
        return .doubtful
    }

    private mutating func restart(at sequenceNumber: UInt16) -> Outcome {
        highest = Int64(sequenceNumber)
        awaited = nil
        return .restarted(Int64(sequenceNumber))
    }
}
