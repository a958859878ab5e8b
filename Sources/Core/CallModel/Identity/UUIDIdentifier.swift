/// A name that is 128 bits and written as a UUID; each kind of thing has a type of its own.
///
/// The text says nothing of anybody, so it may be logged.
public protocol UUIDIdentifier: Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
    /// The 128 bits of the identifier.
    var value: UUIDValue { get }

    /// Wraps 128 given bits.
    init(_ value: UUIDValue)
}

extension UUIDIdentifier {
    /// Reads the text form of a UUID, either case; anything else gives `nil`.
    public init?(_ description: String) {
        guard let value = UUIDValue(description) else { return nil }
        self.init(value)
    }

    /// The lowercase text form.
    public var description: String { value.description }

    /// Orders identifiers as their text forms are ordered.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

    /// Reads the text form from a single value.
    public init(from decoder: any Decoder) throws {
        self.init(try UUIDValue(from: decoder))
    }

    /// Writes the text form as a single value.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
