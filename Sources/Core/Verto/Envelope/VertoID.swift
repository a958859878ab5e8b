public import WireJSON

/// The id of a request, kept as it came so that the reply can echo it.
///
/// FreeSWITCH's clients number their requests, Telnyx' use UUIDs, servers number theirs. The two directions count
/// separately: the same id may be in use in both at once.
public enum VertoID: Hashable, Sendable {
    case number(Int64)
    case string(String)
    /// Written in replies to a frame whose id could not be read.
    case null

    /// Nil when the value is neither a whole number nor a string nor null.
    public init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .null: self = .null
        case .bool, .number, .array, .object: return nil
        }
    }

    /// Whether it is a UUID, as Telnyx' clients make them.
    var isUUID: Bool {
        guard case .string(let text) = self, text.utf8.count == 36 else { return false }
        return text.utf8.enumerated().allSatisfy { place, byte in
            [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : Character(Unicode.Scalar(byte)).isHexDigit
        }
    }

    public var value: JSONValue {
        switch self {
        case .number(let number): .integer(number)
        case .string(let text): .string(text)
        case .null: .null
        }
    }
}
