/// The UUID of a call toward the system, as a plain value.
public struct SystemCallID: Hashable, Sendable, Comparable {
    /// The first eight bytes, most significant first.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// Takes the sixteen bytes of a UUID as two numbers.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A short name for models and tests.
    public init(_ low: UInt64) {
        self.init(high: 0, low: low)
    }

    /// The order of the bytes.
    public static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }
}
