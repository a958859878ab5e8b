/// The name of a header that is passed on: a token, so that no line break or colon in it can become a header of its own
/// in a message it is written into. Source: RFC 9110 §5.1 and §5.6.2, RFC 3261 §25.1 but for some signs.
public struct HeaderName: Hashable, Sendable {
    /// Longer than any in use.
    public static let bytesMax = 128

    private static let signs = Set("!#$%&'*+-.^_`|~".utf8)

    /// The name, such as `X-Order`.
    public let text: String

    /// nil when the text is empty, longer than `bytesMax` or no token.
    public init?(_ text: String) {
        guard (1...Self.bytesMax).contains(text.utf8.count), text.utf8.allSatisfy(Self.isTokenByte) else { return nil }
        self.text = text
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...122).contains(byte | 0x20) || signs.contains(byte)
    }
}

extension HeaderName: CustomStringConvertible {
    public var description: String { text }
}

extension HeaderName: ExpressibleByStringLiteral {
    /// Of a literal in the source: one that is no name ends the program.
    public init(stringLiteral literal: StaticString) {
        text = literal.description
        precondition(HeaderName(text) != nil, "“\(text)” is no name of a header")
    }
}
