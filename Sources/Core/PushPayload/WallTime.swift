/// A moment of calendar time, as servers and people name it.
///
/// Decisions run on the shell's monotonic clock; the calendar only comes in from outside (a deadline in a push, the end
/// of a session) and goes out to people. A phone's calendar may be wrong by any amount.
public struct WallTime: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z, within ``bound`` on either side.
    public let milliseconds: Int64

    /// The farthest moment either side of 1970: some 35,000 years, so that no difference of two overflows.
    public static let bound: Int64 = 1 << 50

    /// A moment this many milliseconds after the beginning of 1970; one beyond the bound counts as the bound.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, -Self.bound), Self.bound)
    }

    /// How much later `self` is than another moment; negative when it is earlier.
    public func since(_ earlier: WallTime) -> Duration {
        .milliseconds(milliseconds - earlier.milliseconds)
    }

    /// The moment this much later, in whole milliseconds.
    public func advanced(by duration: Duration) -> WallTime {
        let limit = Duration.milliseconds(2 * Self.bound)
        let (seconds, attoseconds) = min(max(duration, .zero - limit), limit).components
        return WallTime(milliseconds: milliseconds + seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }

    /// Orders moments as time goes.
    public static func < (left: WallTime, right: WallTime) -> Bool { left.milliseconds < right.milliseconds }

    /// Reads the milliseconds from a single value.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try Int64(from: decoder))
    }

    /// Writes the milliseconds as a single value.
    public func encode(to encoder: any Encoder) throws {
        try milliseconds.encode(to: encoder)
    }
}
