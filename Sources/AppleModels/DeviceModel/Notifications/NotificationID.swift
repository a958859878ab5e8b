/// The app's own name for a notification; adding another of the same name replaces it.
public struct NotificationID: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt32

    /// Names it by a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
