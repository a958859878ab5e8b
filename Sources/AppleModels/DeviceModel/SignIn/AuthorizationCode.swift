/// A stand-in for the bytes of an authorization code, which works once.
public struct AuthorizationCode: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt8

    /// Names it by a number.
    public init(_ value: UInt8) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
