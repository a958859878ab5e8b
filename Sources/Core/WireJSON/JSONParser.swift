/// Reads a JSON document strictly as RFC 8259 says.
///
/// Decisions where the RFC leaves a choice: a byte order mark is refused; a key that appears twice in an object is
/// refused (peers disagree on which one counts, so the document has no one meaning); a number without fraction or
/// exponent is an integer when it fits 64 bits.
public struct JSONParser {
    let bytes: UnsafeRawBufferPointer
    let limits: JSONLimits
    var offset = 0
    private var depth = 0
    private var valueCount = 0

    init(bytes: UnsafeRawBufferPointer, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Reads one document. The bytes are needed only during the call.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard
    ) throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.byteCountMax else { throw JSONError(.tooLong, at: limits.byteCountMax) }
        var parser = JSONParser(bytes: bytes, limits: limits)
        let value = try parser.value()
        parser.skipWhitespace()
        guard parser.offset == bytes.count else { throw JSONError(.trailingBytes, at: parser.offset) }
        return value
    }

    /// Reads one document.
    public static func parse(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) -> JSONValue {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(JSONError) in try parse(buffer, limits: limits) }
        }
        return try result.get()
    }

    /// Reads one document.
    public static func parse(text: String, limits: JSONLimits = .standard) throws(JSONError) -> JSONValue {
        try parse(Array(text.utf8), limits: limits)
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        valueCount += 1
        guard valueCount <= limits.valueCountMax else { throw JSONError(.tooManyValues, at: offset) }
        skipWhitespace()
        switch try peek() {
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "{"):
            return .object(try object())
        case UInt8(ascii: "["):
            return .array(try array())
        case UInt8(ascii: "t"):
            try literal("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try literal("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return try number()
        default:
            throw JSONError(.unexpectedByte, at: offset)
        }
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        try descend()
        defer { depth -= 1 }
        var members: [JSONObject.Member] = []
        skipWhitespace()
        if try peek() == UInt8(ascii: "}") {
            offset += 1
            return JSONObject(unique: members)
        }
        members.reserveCapacity(8)
        var keys = JSONKeySet()
        while true {
            skipWhitespace()
            let start = offset
            guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: offset) }
            let key = try string()
            let isNew = keys.insert(key, after: members)
            guard isNew || limits.repeatedKeys == .first else { throw JSONError(.duplicateKey, at: start) }
            skipWhitespace()
            try expect(UInt8(ascii: ":"))
            let value = try value()
            if isNew { members.append(JSONObject.Member(key: key, value: value)) }
            if try ends(with: UInt8(ascii: "}")) { return JSONObject(unique: members) }
        }
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        try descend()
        defer { depth -= 1 }
        var elements: [JSONValue] = []
        skipWhitespace()
        if try peek() == UInt8(ascii: "]") {
            offset += 1
            return elements
        }
        while true {
            elements.append(try value())
            if try ends(with: UInt8(ascii: "]")) { return elements }
        }
    }

    /// Steps over the opening bracket.
    private mutating func descend() throws(JSONError) {
        depth += 1
        guard depth <= limits.depthMax else { throw JSONError(.tooDeep, at: offset) }
        offset += 1
    }

    /// Steps over a comma (false) or the closing bracket (true).
    private mutating func ends(with closing: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        let byte = try peek()
        guard byte == closing || byte == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: offset) }
        offset += 1
        return byte == closing
    }

    private mutating func literal(_ word: StaticString) throws(JSONError) {
        for index in 0..<word.utf8CodeUnitCount {
            try expect(word.utf8Start[index])
        }
    }
}

extension JSONParser {
    @inline(__always)
    func peek() throws(JSONError) -> UInt8 {
        guard offset < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
        return bytes[offset]
    }

    @inline(__always)
    mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard try peek() == byte else { throw JSONError(.unexpectedByte, at: offset) }
        offset += 1
    }

    @inline(__always)
    mutating func skipWhitespace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return
            }
        }
    }
}
