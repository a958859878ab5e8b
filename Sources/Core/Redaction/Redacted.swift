/// A value that must not reach a log: a number, a name, a token, a credential, an SDP.
///
/// Printing, interpolating, dumping or reflecting it shows only `‹redacted›`; reading it takes the word `revealed`,
/// which is easy to find in a review.
public struct Redacted<Value> {
    /// The value itself. Code that reads it has to take care of where the value goes.
    public var revealed: Value

    /// Hides a value from logs. It is not encrypted.
    public init(_ value: Value) {
        revealed = value
    }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹redacted›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Redacted: ExpressibleByUnicodeScalarLiteral where Value == String {
    public init(unicodeScalarLiteral value: String) { self.init(value) }
}

extension Redacted: ExpressibleByExtendedGraphemeClusterLiteral where Value == String {
    public init(extendedGraphemeClusterLiteral value: String) { self.init(value) }
}

extension Redacted: ExpressibleByStringLiteral where Value == String {
    public init(stringLiteral value: String) { self.init(value) }
}
