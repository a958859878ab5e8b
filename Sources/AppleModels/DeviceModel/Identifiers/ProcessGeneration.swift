/// Which life of the app's process is meant. Everything a process does bears it, so that a dead one is inert.
public struct ProcessGeneration: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt8

    /// Names it by a number.
    public init(_ value: UInt8) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
