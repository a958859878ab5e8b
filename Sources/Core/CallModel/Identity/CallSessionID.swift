/// Names one call: from the first ring on every device to the last record of it.
///
/// The exchange mints it; it travels in the INVITE, in every push and in every API.
public struct CallSessionID: Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Reads the text form of a UUID, either case; anything else gives `nil`.
    public init?(_ description: String) {
        guard let value = UUIDValue(description) else { return nil }
        self.init(value)
    }

    /// The lowercase text form: safe to log, it names nobody.
    public var description: String { value.description }

    /// Orders identifiers as their text forms are ordered.
    public static func < (left: CallSessionID, right: CallSessionID) -> Bool { left.value < right.value }

    /// Reads the text form from a single value.
    public init(from decoder: any Decoder) throws {
        self.init(try UUIDValue(from: decoder))
    }

    /// Writes the text form as a single value.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
