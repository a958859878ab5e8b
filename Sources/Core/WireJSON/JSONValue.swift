/// Any JSON value (RFC 8259 §3).
///
/// Printing one shows its kind and size, never its content, so that it may appear in a log; `jsonText` shows it all.
public enum JSONValue: Hashable, Sendable {
    /// The literal `null`, which is not the same as an absent member.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number written without fraction or exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number. Always finite when it comes from the parser.
    case number(Double)
    /// A string, with its escapes resolved.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, whose members keep their order.
    case object(JSONObject)
}

extension JSONValue {
    /// The string, when it is one.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The truth value, when it is one.
    public var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The number as an integer: an integer, or a number that is exactly one.
    public var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Self.wholeNumber(value)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// `Int64(exactly:)` would need the C library's mathematics, which a pure module does not link.
    private static func wholeNumber(_ value: Double) -> Int64? {
        let bound = 9_223_372_036_854_775_808.0
        guard value >= -bound, value < bound else { return nil }
        let whole = Int64(value)
        return Double(whole) == value ? whole : nil
    }

    /// The number, when it is one.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The elements, when it is an array.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, when it is an object.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

extension JSONValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .integer, .number: "number"
        case .string(let text): "string(\(text.utf8.count) bytes)"
        case .array(let elements): "array(\(elements.count) elements)"
        case .object(let object): object.description
        }
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

    /// The value as JSON text. It shows all content, so it must not be logged.
    public var jsonText: String {
        String(decoding: JSONWriter.bytes(of: self), as: UTF8.self)
    }
}
