extension JSONParser {
    /// Reads a string; the offset stands on its opening quote.
    mutating func string() throws(JSONError) -> String {
        offset += 1
        let start = offset
        var hasEscapes = false
        while true {
            offset = PlainRun.end(in: bytes, from: offset)
            guard offset < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                let raw = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
                offset += 1
                return hasEscapes ? try Self.unescaped(raw, at: start) : try Self.validated(raw, at: start)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                offset += 2
            default:
                throw JSONError(.controlCharacter, at: offset)
            }
        }
    }

    private static func validated(_ raw: UnsafeRawBufferPointer, at start: Int) throws(JSONError) -> String {
        // `String(validating:)` looks the type of its encoding up each time, which takes longer than most texts.
        if PlainRun.isASCII(raw) { return String(decoding: raw, as: UTF8.self) }
        let text = raw.withMemoryRebound(to: UInt8.self) { String(validating: $0, as: UTF8.self) }
        guard let text else { throw JSONError(.invalidUTF8, at: start) }
        return text
    }

    private static func unescaped(_ raw: UnsafeRawBufferPointer, at start: Int) throws(JSONError) -> String {
        // Escapes are ASCII, so the whole is UTF-8 exactly when the raw bytes are.
        if !PlainRun.isASCII(raw) { _ = try validated(raw, at: start) }
        var failure: JSONError?
        // Reading an escape never makes it longer, so the raw length is room enough.
        let text = String(unsafeUninitializedCapacity: raw.count) { output in
            var reader = JSONEscapeReader(raw: raw, output: output, start: start)
            failure = reader.read()
            return reader.written
        }
        if let failure { throw failure }
        return text
    }
}

/// Copies the inside of a JSON string with its escapes replaced by what they stand for (RFC 8259 §7).
///
/// The output has at least the room of the input.
struct JSONEscapeReader {
    private let raw: UnsafeRawBufferPointer
    private let output: UnsafeMutableBufferPointer<UInt8>
    /// Where the raw bytes start in the document.
    private let start: Int
    private var index = 0
    private(set) var written = 0

    init(raw: UnsafeRawBufferPointer, output: UnsafeMutableBufferPointer<UInt8>, start: Int) {
        self.raw = raw
        self.output = output
        self.start = start
    }

    /// Copies everything. Returns the fault, if there is one.
    mutating func read() -> JSONError? {
        while true {
            copyRun()
            guard index < raw.count else { return nil }
            // The parser found no quote and no control character, so a backslash has ended the run.
            index += 1
            if let failure = escape() { return failure }
        }
    }

    private mutating func copyRun() {
        let end = PlainRun.end(in: raw, from: index)
        UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: output[written...]))
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: raw[index..<end]))
        written += end - index
        index = end
    }

    private mutating func escape() -> JSONError? {
        guard index < raw.count else { return JSONError(.unexpectedEnd, at: start + index) }
        let byte = raw[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): put(byte)
        case UInt8(ascii: "n"): put(0x0A)
        case UInt8(ascii: "r"): put(0x0D)
        case UInt8(ascii: "t"): put(0x09)
        case UInt8(ascii: "b"): put(0x08)
        case UInt8(ascii: "f"): put(0x0C)
        case UInt8(ascii: "u"): return unicodeEscape()
        default: return JSONError(.invalidEscape, at: start + index - 1)
        }
        return nil
    }

    private mutating func unicodeEscape() -> JSONError? {
        let place = start + index - 2
        guard let first = fourDigits() else { return JSONError(.invalidEscape, at: place) }
        switch first {
        case 0xD800...0xDBFF:
            guard index + 1 < raw.count, raw[index] == UInt8(ascii: "\\"), raw[index + 1] == UInt8(ascii: "u") else {
                return JSONError(.loneSurrogate, at: place)
            }
            index += 2
            guard let second = fourDigits() else { return JSONError(.invalidEscape, at: place + 6) }
            guard 0xDC00...0xDFFF ~= second else { return JSONError(.loneSurrogate, at: place) }
            putScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        case 0xDC00...0xDFFF:
            return JSONError(.loneSurrogate, at: place)
        default:
            putScalar(first)
        }
        return nil
    }

    /// Reads four hexadecimal digits.
    private mutating func fourDigits() -> UInt32? {
        guard index + 4 <= raw.count else { return nil }
        var value: UInt32 = 0
        for byte in raw[index..<index + 4] {
            guard let digit = Self.hexadecimal(byte) else { return nil }
            value = value << 4 | digit
        }
        index += 4
        return value
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    private mutating func putScalar(_ scalar: UInt32) {
        switch scalar {
        case ..<0x80:
            put(UInt8(scalar))
        case ..<0x800:
            put(UInt8(0xC0 | scalar >> 6))
            put(UInt8(0x80 | scalar & 0x3F))
        case ..<0x10000:
            put(UInt8(0xE0 | scalar >> 12))
            put(UInt8(0x80 | scalar >> 6 & 0x3F))
            put(UInt8(0x80 | scalar & 0x3F))
        default:
            put(UInt8(0xF0 | scalar >> 18))
            put(UInt8(0x80 | scalar >> 12 & 0x3F))
            put(UInt8(0x80 | scalar >> 6 & 0x3F))
            put(UInt8(0x80 | scalar & 0x3F))
        }
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        output[written] = byte
        written += 1
    }
}
