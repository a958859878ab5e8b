/// Writes JSON as compact UTF-8 text onto the end of an array of bytes.
///
/// Only what RFC 8259 §7 demands is escaped. A number that is not finite is written as `null`, as JavaScript does;
/// the parser never yields one.
public struct JSONWriter {
    /// The text written so far.
    public var bytes: [UInt8]

    /// - Parameter capacity: the bytes to make room for; more are allocated as needed.
    public init(reserving capacity: Int = 512) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Makes a writer that appends to another buffer, to reuse its capacity.
    public init(appendingTo buffer: consuming [UInt8]) {
        bytes = buffer
    }

    /// The text of one value.
    public static func bytes(of value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(value)
        return writer.bytes
    }

    /// Appends the output of `body` to a buffer of the caller, whose capacity is reused.
    public static func append(to buffer: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(appendingTo: [])
        swap(&writer.bytes, &buffer)
        body(&writer)
        swap(&writer.bytes, &buffer)
    }

    /// Appends the text of one value to a buffer of the caller.
    public static func append(_ value: JSONValue, to buffer: inout [UInt8]) {
        append(to: &buffer) { $0.write(value) }
    }

    /// Writes a value of any kind.
    public mutating func write(_ value: JSONValue) {
        switch value {
        case .null: write(raw: "null")
        case .bool(true): write(raw: "true")
        case .bool(false): write(raw: "false")
        case .integer(let value): write(value)
        case .number(let value): write(value)
        case .string(let text): write(text)
        case .array(let elements): write(elements)
        case .object(let object): write(object)
        }
    }

    /// Writes an object with its members in their order.
    public mutating func write(_ object: JSONObject) {
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for member in object.members {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(member.key)
            bytes.append(UInt8(ascii: ":"))
            write(member.value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes an array.
    public mutating func write(_ elements: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        for index in elements.indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(elements[index])
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes an integer in decimal digits.
    public mutating func write(_ value: Int64) {
        if 0..<10 ~= value {
            bytes.append(UInt8(ascii: "0") + UInt8(value))
        } else {
            bytes.append(contentsOf: value.description.utf8)
        }
    }

    /// Writes the shortest decimal form that reads back as the same number. JSON has no infinity and no NaN: `null` is
    /// written for them.
    public mutating func write(_ value: Double) {
        if value.isFinite {
            bytes.append(contentsOf: value.description.utf8)
        } else {
            write(raw: "null")
        }
    }

    /// Appends a quoted string.
    public mutating func write(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends text that is JSON already.
    public mutating func write(raw text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Copies runs that need no escape in one piece.
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        let raw = UnsafeRawBufferPointer(text)
        var start = 0
        while true {
            let end = PlainRun.end(in: raw, from: start)
            if end > start { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end])) }
            guard end < text.count else { return }
            appendEscape(of: text[end])
            start = end + 1
        }
    }

    private mutating func appendEscape(of byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): write(raw: "\\\"")
        case UInt8(ascii: "\\"): write(raw: "\\\\")
        case 0x0A: write(raw: "\\n")
        case 0x0D: write(raw: "\\r")
        case 0x09: write(raw: "\\t")
        case 0x08: write(raw: "\\b")
        case 0x0C: write(raw: "\\f")
        default:
            write(raw: "\\u00")
            bytes.append(Self.hexadecimal(byte >> 4))
            bytes.append(Self.hexadecimal(byte & 0xF))
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
