/// Where a picture of a user can be had, as it is told the devices of colleagues. Only they fetch it.
///
/// Source: RFC 3986 §3 in its usual form: a host's name, perhaps a port, and a path in visible ASCII. An address with a
/// user or a password in it is none: it would be told others.
public struct PictureAddress: Hashable, Sendable {
    /// In bytes. With the longest names that are usual beside it, it fits into the sealed caller of a push.
    public static let length = 9...512
    public static let scheme = "https://"
    /// The same as a regular expression of ECMA 262.
    public static let pattern = "https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[!-~]*)?"
    /// The sentence for a text that is no such address.
    public static let rule =
        "must be an https address of at most \(length.upperBound) characters, such as https://example.org/alice.jpg"

    public let text: String

    /// - Returns: `nil` where the text is no such address.
    public init?(_ text: String) {
        guard Self.length.contains(text.utf8.count), text.hasPrefix(Self.scheme) else { return nil }
        let rest = text.utf8.dropFirst(Self.scheme.utf8.count)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        let path = rest[authority.endIndex...]
        guard Self.isAuthority(authority), path.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.text = text
    }

    private static func isAuthority(_ bytes: Substring.UTF8View) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, host.allSatisfy(isOfHost) else { return false }
        guard parts.count > 1 else { return true }
        return (1...5).contains(parts[1].count) && parts[1].allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: isDigit(byte)
        }
    }
}
