/// What a jitter buffer did. Counts of packets or frames since it was made.
public struct JitterStatistics: Hashable, Sendable {
    /// Frames played as they were received.
    public var played: UInt64 = 0
    /// Frames made up because their packet was lost or late.
    public var concealed: UInt64 = 0
    /// Frames rebuilt from the following packet's forward error correction, if it carried any.
    public var recovered: UInt64 = 0
    /// Frames of silence: before the start, during telephone events, after long losses.
    public var silent: UInt64 = 0
    /// Packets that came after their turn.
    public var late: UInt64 = 0
    public var duplicates: UInt64 = 0
    /// Frames made up to wait longer, since the delay was too short or the sender's clock is slow.
    public var inserted: UInt64 = 0
    /// Packets thrown away to wait less, since the delay was too long or the sender's clock is fast.
    public var dropped: UInt64 = 0
    /// Packets that were lost and came as a copy in a later one.
    public var repaired: UInt64 = 0
    /// Ticks of sound that were played shorter or longer, to wait less or more.
    public var stretched: UInt64 = 0
    /// Times the buffer began anew: another source, a jump of sequence or time, or an overflow.
    public var restarts: UInt64 = 0

    public init() {}
}
