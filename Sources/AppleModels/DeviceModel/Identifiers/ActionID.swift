/// The name of an action the system asks a provider to perform. Free again when the action is done with.
public struct ActionID: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt32

    /// Names it by a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
