/// The app's own name for a path monitor.
public struct PathMonitorID: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt8

    /// Names it by a number.
    public init(_ value: UInt8) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
