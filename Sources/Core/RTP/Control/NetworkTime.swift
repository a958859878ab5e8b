/// A time as RTCP writes it: seconds and 1/2^32 seconds in 64 bits.
///
/// We count from the shell's origin, as RFC 3550 §6.4.1 allows a sender without a wall clock to do: a receiver only
/// ever compares such times with one another.
public struct NetworkTime: Hashable, Sendable {
    public var value: UInt64

    public init(value: UInt64) {
        self.value = value
    }

    /// A time before the origin counts as the origin. The whole seconds start at one, since a last sender report of
    /// zero means "none" (RFC 3550 §6.4.1).
    public init(_ time: Duration) {
        let (seconds, attoseconds) = max(time, .zero).components
        let fraction = (UInt64(attoseconds) / 1_000_000_000) << 32 / 1_000_000_000
        value = UInt64(truncatingIfNeeded: seconds &+ 1) << 32 | fraction
    }

    /// The 32 bits that report blocks carry: 1/65536 s, wrapping after 18 hours.
    public var middle: UInt32 { UInt32(truncatingIfNeeded: value >> 16) }
}

extension Duration {
    /// A span of 1/65536 s, as report blocks carry it.
    init(shortUnits: UInt32) {
        self = .nanoseconds(Int64(shortUnits) * 1_000_000_000 / 65_536)
    }

    /// In 1/65536 s, cut to what 32 bits hold.
    public var shortUnits: UInt32 {
        let (seconds, attoseconds) = max(self, .zero).components
        guard seconds < 65_536 else { return .max }
        return UInt32(seconds) << 16 | UInt32((attoseconds / 1_000_000_000) << 16 / 1_000_000_000)
    }

    /// In ticks of a clock, wrapping as RTP timestamps do.
    func ticks(at clockRate: UInt32) -> Int64 {
        let (seconds, attoseconds) = components
        return seconds &* Int64(clockRate) &+ attoseconds / 1_000_000_000 * Int64(clockRate) / 1_000_000_000
    }
}
