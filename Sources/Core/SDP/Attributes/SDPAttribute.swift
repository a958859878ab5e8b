/// An `a=` line (RFC 8866 §5.13).
public struct SDPAttribute: Hashable, Sendable {
    public var name: String
    /// What follows the colon; nil where there is no colon, as in `a=sendrecv`.
    public var value: String?

    public init(_ name: String, _ value: String? = nil) {
        self.name = name
        self.value = value
    }

    init(reading text: Substring) {
        if let colon = text.utf8.firstIndex(of: 0x3A) {
            name = String(text[..<colon])
            value = String(text[text.utf8.index(after: colon)...])
        } else {
            name = String(text)
            value = nil
        }
    }
}
