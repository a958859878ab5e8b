/// A stretch of the bytes of a description. To cut and to compare them allocates nothing.
///
/// Good only while the text they belong to is being read (`String.reading`): nothing keeps one.
typealias SDPBytes = Slice<UnsafeBufferPointer<UInt8>>

extension SDPBytes {
    var text: String { String(decoding: self, as: UTF8.self) }

    /// Whether every byte is visible ASCII, as tokens, addresses and ICE characters are.
    var isVisibleASCII: Bool { allSatisfy { $0 > 0x20 && $0 < 0x7F } }

    /// Whether these are the bytes of an ASCII word.
    func equals(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount && elementsEqual(word.bytes)
    }

    /// Equality of protocol words, which are ASCII and mostly case-insensitive.
    func equalsIgnoringCase(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount
            && elementsEqual(word.bytes) { $0.asciiLowercase == $1.asciiLowercase }
    }

    /// What stands before the first such byte, and what behind it; nil where there is none.
    func cut(at separator: UInt8) -> (before: SDPBytes, after: SDPBytes?) {
        guard let place = firstIndex(of: separator) else { return (self, nil) }
        return (self[..<place], self[(place + 1)...])
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}

extension String {
    /// Reads the bytes where they are.
    func reading<Value, Failure: Error>(
        _ body: (SDPBytes) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var text = self
        let result = text.withUTF8 { bytes in
            Result { () throws(Failure) in try body(bytes[...]) }
        }
        return try result.get()
    }
}
