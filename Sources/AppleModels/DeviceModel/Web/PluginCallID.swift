/// The page's own name for one call of a plugin's method.
public struct PluginCallID: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt32

    /// Names it by a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
