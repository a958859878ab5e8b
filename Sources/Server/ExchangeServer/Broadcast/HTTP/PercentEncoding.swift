/// Decodes parts of an address or of a form. Source: RFC 3986 §2.1; `+` for a blank: WHATWG URL §5.
enum PercentEncoding {
    /// nil: a `%` without two digits, or no UTF-8.
    static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let pair = Hexadecimal.bytes(of: Substring(rest.prefix(2))), pair.count == 1 else { return nil }
                bytes += pair
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
