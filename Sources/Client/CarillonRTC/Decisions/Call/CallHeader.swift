public import Redaction

/// A header that travels with a call.
public struct CallHeader: Hashable, Sendable {
    /// By custom it begins with `X-`.
    public var name: String
    public var value: Redacted<String>

    public init(_ name: String, _ value: Redacted<String>) {
        self.name = name
        self.value = value
    }
}
