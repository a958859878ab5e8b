extension JSONParser {
    /// Reads a string; the offset stands on its opening quote.
    mutating func string() throws(JSONError) -> String {
        offset += 1
        let start = offset
        var hasEscapes = false
        var union: UInt8 = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\""):
                let raw = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
                offset += 1
                return hasEscapes
                    ? try Self.unescaped(raw, isASCII: union < 0x80, at: start)
                    : try Self.validated(raw, at: start)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                offset += 2
            case 0..<0x20:
                throw JSONError(.controlCharacter, at: offset)
            default:
                union |= byte
                offset += 1
            }
        }
        throw JSONError(.unexpectedEnd, at: bytes.count)
    }

    private static func validated(_ raw: UnsafeRawBufferPointer, at start: Int) throws(JSONError) -> String {
        let text = raw.withMemoryRebound(to: UInt8.self) { String(validating: $0, as: UTF8.self) }
        guard let text else { throw JSONError(.invalidUTF8, at: start) }
        return text
    }

    private static func unescaped(
        _ raw: UnsafeRawBufferPointer, isASCII: Bool, at start: Int
    ) throws(JSONError) -> String {
        // Escapes are ASCII, so the whole is UTF-8 exactly when the raw bytes are.
        if !isASCII { _ = try validated(raw, at: start) }
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
