/// Finds the raw text of a few top-level members without building values.
///
/// For routing and tracing: it skips all other members and does not say whether the document is valid. Nesting costs no
/// stack. A key written with escapes is not recognized.
public struct JSONScan {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The bytes of the value under a top-level key: the text between the quotes for a string, the whole value
    /// otherwise. Nil when the document is no object, has no such key or breaks off before it.
    public static func value(of key: StaticString, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        var scan = JSONScan(bytes)
        return scan.find(key)
    }

    private mutating func find(_ key: StaticString) -> Range<Int>? {
        guard next() == UInt8(ascii: "{") else { return nil }
        offset += 1
        while next() == UInt8(ascii: "\"") {
            guard let name = skipString(), next() == UInt8(ascii: ":") else { return nil }
            offset += 1
            guard let value = skipValue() else { return nil }
            if matches(name, key) { return value }
            guard next() == UInt8(ascii: ",") else { return nil }
            offset += 1
        }
        return nil
    }

    private func matches(_ range: Range<Int>, _ key: StaticString) -> Bool {
        guard range.count == key.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where bytes[range.lowerBound + index] != key.utf8Start[index] {
            return false
        }
        return true
    }

    /// The next byte that is not white space, left in place.
    private mutating func next() -> UInt8? {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x20 || 0x09...0x0D ~= byte else { return byte }
            offset += 1
        }
        return nil
    }

    /// Steps over a string. Returns the range between its quotes.
    private mutating func skipString() -> Range<Int>? {
        offset += 1
        let start = offset
        while true {
            offset = PlainRun.end(in: bytes, from: offset)
            guard offset < bytes.count else { return nil }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset += 1
                return start..<offset - 1
            case UInt8(ascii: "\\"): offset += 2
            default: offset += 1
            }
        }
    }

    private mutating func skipValue() -> Range<Int>? {
        guard let first = next() else { return nil }
        let start = offset
        switch first {
        case UInt8(ascii: "\""): return skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skipNested() ? start..<offset : nil
        default:
            while offset < bytes.count, !Self.endsScalar(bytes[offset]) { offset += 1 }
            return offset > start ? start..<offset : nil
        }
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    /// Steps over an array or object by counting brackets.
    private mutating func skipNested() -> Bool {
        var depth = 0
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                guard skipString() != nil else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            offset += 1
            if depth == 0 { return true }
        }
        return false
    }
}
