/// The name by which a user or a device logs in and is found in addresses.
public struct UserName: Hashable, Sendable {
    /// In Unicode scalars.
    public static let length = 1...128
    /// The Unicode scalars that it may contain.
    public static let alphabet = NameCharacters.user

    /// The name as given, which passed all rules.
    public let text: String

    /// - Throws: why the text is no name.
    public init(_ text: String) throws(NameError) {
        // Checked first, so that the error names the character whatever else is wrong.
        if let fault = Self.alphabet.fault(in: text) { throw fault }
        guard Self.length.contains(text.unicodeScalars.count) else { throw .length(Self.length) }
        guard text != ".", text != ".." else { throw .dots }
        self.text = text
    }
}

/// The name that people see in place of a user name.
public struct DisplayName: Hashable, Sendable {
    /// In Unicode scalars.
    public static let length = 1...256
    /// The Unicode scalars that it may contain.
    public static let alphabet = NameCharacters.display
    /// The white space that it may neither begin nor end with.
    public static let edges = NameCharacters.blanks

    /// The name as given, which passed all rules.
    public let text: String

    /// - Throws: why the text is no name.
    public init(_ text: String, length: ClosedRange<Int> = Self.length) throws(NameError) {
        if let fault = Self.alphabet.fault(in: text) { throw fault }
        guard length.contains(text.unicodeScalars.count) else { throw .length(length) }
        let ends = [text.unicodeScalars.first, text.unicodeScalars.last].compactMap(\.self)
        guard ends.allSatisfy(Self.edges.allows) else { throw .edge }
        self.text = text
    }

    /// A name that a device claims, without the white space around it; nil when that is no name.
    public init?(claimed text: String) {
        guard let name = try? DisplayName(Self.withoutEdges(text)) else { return nil }
        self = name
    }

    /// A text without the white space around it.
    public static func withoutEdges(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: edges.allows), let last = scalars.lastIndex(where: edges.allows)
        else { return "" }
        return String(scalars[first...last])
    }
}

/// Why a text is no name. The description names the refused character and none of the others.
public enum NameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is too short or too long, in Unicode scalars.
    case length(ClosedRange<Int>)
    /// It begins or ends with white space.
    case edge
    /// It is `.` or `..`, which a path reads as a folder.
    case dots
    /// It holds a character that is invisible, or changes how its surroundings are read; the place counts from 1.
    case character(Unicode.Scalar, place: Int)

    public var description: String {
        switch self {
        case .length(let range): "must have \(range.lowerBound) to \(range.upperBound) characters"
        case .edge: "must not begin or end with white space"
        case .dots: "must not be . or .., which a path reads as a folder"
        case .character(let scalar, let place): "must not hold \(Self.name(of: scalar)), its character \(place)"
        }
    }

    private static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let name = scalar.properties.name ?? scalar.properties.nameAlias
        return name.map { "\(code) (\($0))" } ?? code
    }
}

/// The characters that a name must not hold.
///
/// It is a list of ranges and no property of Unicode, so that the API's document can state it as a pattern.
public struct NameCharacters: Sendable {
    /// In ascending order, without overlap. None beyond U+FFFF: a pattern of the API's document could not say it.
    public let refused: [ClosedRange<UInt32>]

    /// Refuses in texts that people read: control characters; marks of direction, line and paragraph, which make a name
    /// look like another or like the text beside it (Trojan Source, CVE-2021-42574); and invisible letters. Joiners,
    /// selectors and tags are allowed, as scripts and emoji need them.
    static let display = NameCharacters(refused: [
        0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x061C...0x061C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180E...0x180E,
        0x200B...0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x2800...0x2800, 0x3164...0x3164,
        0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB,
    ])

    /// Refuses in names that people type and that stand in addresses: all invisible characters, spaces, `/` and `@`.
    static let user = NameCharacters(refused: [
        0x00...0x20, 0x2F...0x2F, 0x40...0x40, 0x7F...0xA0, 0xAD...0xAD, 0x034F...0x034F, 0x061C...0x061C,
        0x115F...0x1160, 0x1680...0x1680, 0x17B4...0x17B5, 0x180B...0x180F, 0x2000...0x200F, 0x2028...0x202F,
        0x205F...0x206F, 0x2800...0x2800, 0x3000...0x3000, 0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
        0xFFA0...0xFFA0, 0xFFF9...0xFFFB,
    ])

    /// Holds the white space that `display` allows.
    static let blanks = NameCharacters(refused: [
        0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
    ])

    func fault(in text: String) -> NameError? {
        for (index, scalar) in text.unicodeScalars.enumerated() where !allows(scalar) {
            return .character(scalar, place: index + 1)
        }
        return nil
    }

    func allows(_ scalar: Unicode.Scalar) -> Bool { !refused.contains { $0.contains(scalar.value) } }
}

/// The address of a user's picture, which the devices of colleagues are told. Only those devices fetch it.
///
/// Source: RFC 3986 §3 in its usual form: a host's name, perhaps a port, and a path in visible ASCII. An address with a
/// user or a password in it is refused, because others are told the address.
public struct PictureAddress: Hashable, Sendable {
    /// In bytes. Together with names of the usual lengths it fits into the sealed caller of a push.
    public static let length = 9...512
    /// The beginning of every address; no other scheme is accepted.
    public static let scheme = "https://"
    /// The rule as a regular expression of ECMA 262.
    public static let pattern = "https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[!-~]*)?"
    /// The error message for a text that is no such address.
    public static let rule =
        "must be an https address of at most \(length.upperBound) characters, such as https://example.org/alice.jpg"

    /// The address as given.
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
