/// Names an organisation of the person. Each has credentials of its own on the device and its own connection.
public struct OrganizationID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier; what reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps the text that names an organisation.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text that names an organisation.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The text: safe to log, it names no person.
    public var description: String { rawValue }

    /// Orders identifiers by their text.
    public static func < (left: OrganizationID, right: OrganizationID) -> Bool { left.rawValue < right.rawValue }

    /// Reads the text from a single value.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text as a single value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
