/// Which characters a name cannot hold.
///
/// A list of ranges and no property of Unicode, so that the API's document can say the same in a pattern.
public struct NameAlphabet: Sendable {
    /// In ascending order, without overlap. None beyond U+FFFF: a pattern of the API's document could not say it.
    public let refused: [ClosedRange<UInt32>]

    /// Of texts that people read: control characters; marks of direction, line and paragraph, which make a name look like
    /// another, or like what stands beside it (Trojan Source, CVE-2021-42574); and letters that are not seen. Joiners,
    /// selectors and tags stay, as scripts and pictures need them.
    static let display = NameAlphabet(refused: [
        0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x061C...0x061C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180E...0x180E,
        0x200B...0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x2800...0x2800, 0x3164...0x3164,
        0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB,
    ])

    /// Of names that are typed and stand in addresses: all that cannot be seen, spaces too, and `/` and `@`.
    static let user = NameAlphabet(refused: [
        0x00...0x20, 0x2F...0x2F, 0x40...0x40, 0x7F...0xA0, 0xAD...0xAD, 0x034F...0x034F, 0x061C...0x061C,
        0x115F...0x1160, 0x1680...0x1680, 0x17B4...0x17B5, 0x180B...0x180F, 0x2000...0x200F, 0x2028...0x202F,
        0x205F...0x206F, 0x2800...0x2800, 0x3000...0x3000, 0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
        0xFFA0...0xFFA0, 0xFFF9...0xFFFB,
    ])

    /// White space that `display` allows.
    static let blanks = NameAlphabet(refused: [
        0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
    ])

    func fault(in text: String) -> NameFault? {
        for (index, scalar) in text.unicodeScalars.enumerated() where !allows(scalar) {
            return .character(scalar, place: index + 1)
        }
        return nil
    }

    func allows(_ scalar: Unicode.Scalar) -> Bool { !refused.contains { $0.contains(scalar.value) } }
}
