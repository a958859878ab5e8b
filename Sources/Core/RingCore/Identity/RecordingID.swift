/// The name a carrier gave to one recording. Opaque, so it may be logged.
public struct RecordingID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier; what reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps the text of an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text of an identifier.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The identifier itself.
    public var description: String { rawValue }

    /// Orders identifiers by their text.
    public static func < (left: RecordingID, right: RecordingID) -> Bool { left.rawValue < right.rawValue }
}
