import Redaction

/// What can be sent as DTMF.
enum Digits {
    /// The digits, or `nil` if there are none, too many, or others than `0…9 * # A…D`.
    static func checked(_ digits: Redacted<String>) -> Redacted<String>? {
        let text = digits.revealed
        guard !text.isEmpty, text.utf8.count <= PhoneLimits.digitsMax else { return nil }
        return text.utf8.allSatisfy(isDigit) ? digits : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "D"), UInt8(ascii: "*"),
            UInt8(ascii: "#"):
            true
        default: false
        }
    }
}
