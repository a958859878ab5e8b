/// Names a person who calls and is called, within one exchange.
///
/// It is whatever the configuration says, often a name or a number: its description hides it, `rawValue` reveals it.
public struct UserID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier; what reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps a text that names a user.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps a text that names a user.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Stands for the user in a log without saying who it is.
    public var description: String { "‹user›" }

    /// Orders identifiers by their text.
    public static func < (left: UserID, right: UserID) -> Bool { left.rawValue < right.rawValue }
}
