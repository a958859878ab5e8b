/// A slice of the bytes of a description. Splitting and comparing slices allocates no memory.
///
/// A slice is valid only while its text is being read (`String.reading`), and must not be stored.
typealias SDPBytes = Slice<UnsafeBufferPointer<UInt8>>

extension SDPBytes {
    var text: String { String(decoding: self, as: UTF8.self) }

    /// Whether every byte is visible ASCII, as tokens, addresses and ICE characters are.
    var isVisibleASCII: Bool { allSatisfy { $0 > 0x20 && $0 < 0x7F } }

    /// Whether these are the bytes of an ASCII word.
    func equals(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount && elementsEqual(word.bytes)
    }

    /// Compares protocol words, which are ASCII and mostly case-insensitive.
    func equalsIgnoringCase(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount
            && elementsEqual(word.bytes) { $0.asciiLowercase == $1.asciiLowercase }
    }

    /// The bytes before the first separator and after it; `after` is nil if there is none.
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
    /// Reads the text's bytes in place.
    ///
    /// - Throws: the errors of `body`.
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

/// Splits a value at its spaces. Peers write different numbers of them, so several count as one.
struct FieldReader {
    /// The unread rest. One space behind the last field has been removed, further ones have not.
    private(set) var rest: SDPBytes

    init(_ value: SDPBytes) {
        rest = value
    }

    /// Reads the next field; nil at the end. A field is never empty.
    mutating func next() -> SDPBytes? {
        guard let start = rest.firstIndex(where: { $0 != 0x20 }) else { return nil }
        let (field, after) = rest[start...].cut(at: 0x20)
        rest = after ?? rest[rest.endIndex...]
        return field
    }
}

extension FixedWidthInteger {
    /// Reads ASCII digits only. Fails at a sign, a space or an overflow.
    ///
    /// The standard initializer accepts a leading `+`, which no SDP grammar allows.
    init?(decimal digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        var value: Self = 0
        for digit in digits {
            guard digit >= 0x30, digit <= 0x39 else { return nil }
            let (tens, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = tens.addingReportingOverflow(Self(digit - 0x30))
            guard !overflowed, !carried else { return nil }
            value = sum
        }
        self = value
    }

    init?(decimal text: some StringProtocol) {
        self.init(decimal: text.utf8)
    }
}

extension StringProtocol {
    /// The parts between spaces. Peers write different numbers of spaces, so empty parts are left out.
    func fields(upTo count: Int = .max) -> [Substring] {
        Substring(self).utf8
            .split(separator: 0x20, maxSplits: count - 1, omittingEmptySubsequences: true)
            .map(Substring.init)
    }

    /// Whether every byte is visible ASCII, as tokens, addresses and ICE characters are.
    var isVisibleASCII: Bool {
        utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// Compares protocol words, which are ASCII and mostly case-insensitive, without Unicode's case tables.
    func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8) { $0.asciiLowercase == $1.asciiLowercase }
    }

    var asciiLowercased: String {
        String(decoding: utf8.map(\.asciiLowercase), as: UTF8.self)
    }
}

extension UInt8 {
    var asciiLowercase: UInt8 {
        self >= 0x41 && self <= 0x5A ? self | 0x20 : self
    }
}
