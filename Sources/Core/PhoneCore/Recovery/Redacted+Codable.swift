public import Redaction

/// What is kept from logs may be written to the record, which is the phone's own and never leaves it.
extension Redacted: Codable where Value: Codable {
    /// Reads the value itself.
    public init(from decoder: any Decoder) throws {
        self.init(try Value(from: decoder))
    }

    /// Writes the value itself: for the record only.
    public func encode(to encoder: any Encoder) throws {
        try revealed.encode(to: encoder)
    }
}
