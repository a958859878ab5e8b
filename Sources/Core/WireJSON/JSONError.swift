/// Why bytes are not a JSON document this codec reads, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// What was wrong.
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

    public var code: Code
    /// The byte at which it was noticed, counted from 0.
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
