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
    ///
    /// - Throws: the first fault, with its place in the bytes.
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
    ///
    /// - Throws: the first fault, with its place in the bytes.
    public static func parse(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) -> JSONValue {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(JSONError) in try parse(buffer, limits: limits) }
        }
        return try result.get()
    }

    /// Reads one document.
    ///
    /// - Throws: the first fault, with its place in the text's UTF-8.
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

/// Detects a key that appears twice in an object, in most small objects without a search.
struct JSONKeySet {
    /// Up to this many members, a repeated key is searched among them; beyond it, in a set.
    private static let linearCountMax = 24

    /// One bit for each signature seen so far; a new bit is a new key.
    private var signatures: UInt64 = 0
    private var keys: Set<String> = []

    /// Whether the key is new among the members read before it.
    mutating func insert(_ key: String, after members: [JSONObject.Member]) -> Bool {
        if members.count >= Self.linearCountMax {
            return insertIntoSet(key, after: members)
        }
        let bit = Self.signature(of: key)
        defer { signatures |= bit }
        return signatures & bit == 0 || !members.contains { $0.key == key }
    }

    private mutating func insertIntoSet(_ key: String, after members: [JSONObject.Member]) -> Bool {
        if keys.isEmpty {
            for member in members {
                keys.insert(member.key)
            }
        }
        return keys.insert(key).inserted
    }

    /// One of 64 bits, by length and last byte, in which the keys of a message differ most.
    ///
    /// Strings that are equal only as Unicode text may differ here; then both members stay, which is harmless.
    private static func signature(of key: String) -> UInt64 {
        let bytes = key.utf8
        let last = bytes.last ?? 0
        return 1 << ((UInt64(truncatingIfNeeded: bytes.count) &* 7 &+ UInt64(last)) & 63)
    }
}

/// The bounds of a JSON document.
public struct JSONLimits: Hashable, Sendable {
    /// How a key is handled that an object has more than once. Source: RFC 8259 §4, which leaves it open.
    public enum RepeatedKeys: Hashable, Sendable {
        /// The document is refused: two readers could understand it differently.
        case refused
        /// The first value counts; later ones under the same key are read and dropped.
        case first
    }

    /// The longest document in bytes. 1 MiB: FreeSWITCH drops a socket at frames over 1,000,000 bytes.
    public static let byteCountMaxDefault = 1 << 20
    /// The deepest nesting of arrays and objects. The deepest known message nests 7; 64 is far below any stack's end.
    public static let depthMaxDefault = 64
    /// The most values in a document. Keeps the memory of a document of small values within a few MiB.
    public static let valueCountMaxDefault = 1 << 16

    /// The limits for messages of a socket or an HTTP body.
    public static let standard = JSONLimits()

    /// The longest document, in bytes.
    public var byteCountMax: Int
    /// The deepest nesting of arrays and objects.
    public var depthMax: Int
    /// The most values in a document, members and elements at every depth.
    public var valueCountMax: Int
    /// How a key is handled that an object has twice.
    public var repeatedKeys: RepeatedKeys

    public init(
        byteCountMax: Int = byteCountMaxDefault,
        depthMax: Int = depthMaxDefault,
        valueCountMax: Int = valueCountMaxDefault,
        repeatedKeys: RepeatedKeys = .refused
    ) {
        self.byteCountMax = byteCountMax
        self.depthMax = depthMax
        self.valueCountMax = valueCountMax
        self.repeatedKeys = repeatedKeys
    }
}

/// Why bytes are not a JSON document this codec reads, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// The kind of fault.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// More bytes than `JSONLimits.byteCountMax`.
        case tooLong
        /// Arrays and objects nested deeper than `JSONLimits.depthMax`.
        case tooDeep
        /// More values than `JSONLimits.valueCountMax`.
        case tooManyValues
        /// The document stops in the middle of a value, or is empty.
        case unexpectedEnd
        /// A byte that cannot stand at this place.
        case unexpectedByte
        /// A number not written as RFC 8259 §6 says.
        case invalidNumber
        /// A number too large for a Double.
        case numberOutOfRange
        /// A backslash followed by something RFC 8259 §7 does not list.
        case invalidEscape
        /// Half a surrogate pair.
        case loneSurrogate
        /// A string whose bytes are not UTF-8.
        case invalidUTF8
        /// A control character inside a string, not escaped.
        case controlCharacter
        /// An object with the same key twice.
        case duplicateKey
        /// Something other than white space after the document.
        case trailingBytes
    }

    /// The kind of fault.
    public var code: Code
    /// The byte at which the fault was noticed, counted from 0.
    public var offset: Int

    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    /// Safe to log: it names the fault and the place, never the content.
    public var description: String { "JSON: \(code.rawValue) at byte \(offset)" }
}
