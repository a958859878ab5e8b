public import Redaction

/// A name and a value that one app hands the other through the exchange, untouched.
public struct CustomHeader: Hashable, Sendable {
    /// The name, such as `X-Order`.
    public let name: HeaderName
    /// The value; may be personal.
    public let value: Redacted<String>

    /// Makes a header.
    public init(name: HeaderName, value: Redacted<String>) {
        self.name = name
        self.value = value
    }
}
