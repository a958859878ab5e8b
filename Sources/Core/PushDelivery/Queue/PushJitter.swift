/// Waits that differ from one another, so that what failed together does not come back together.
///
/// The seed is the shell's; from it on nothing is left to chance. Source: SplitMix64, Steele et al. 2014.
public struct PushJitter: Hashable, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    /// The wait before the given attempt, counted from 1: doubled each time up to the longest, of which half is certain
    /// and half is spread.
    public mutating func wait(_ attempt: Int, first: Duration, longest: Duration) -> Duration {
        let doublings = min(max(attempt - 1, 0), 16)
        let whole = min(first * (1 << doublings), longest)
        return whole * (512 + Int(next() & 511)) / 1024
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
