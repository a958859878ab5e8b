/// The sixteen keys of a telephone as RFC 4733 numbers them.
///
/// Source: RFC 4733 §3.2, table 3.
public enum TelephoneDigit {
    private static let keys: [Character] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "#", "A", "B", "C", "D",
    ]

    /// Nil for what is not one of `0123456789*#ABCD`.
    public static func code(of digit: Character) -> UInt8? {
        keys.firstIndex(of: digit).map { UInt8($0) }
    }

    /// Nil for events that are not digits, such as flash (16).
    public static func digit(for code: UInt8) -> Character? {
        code < keys.count ? keys[Int(code)] : nil
    }
}
