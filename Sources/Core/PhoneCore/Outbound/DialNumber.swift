import CallModel
import Redaction

/// A number as it is dialled.
enum DialNumber {
    /// Drops the separators people write; `nil` if what is left is not a number: an optional `+`, then digits, `*`, `#`.
    static func normalized(_ number: Redacted<String>) -> Redacted<String>? {
        let text = number.revealed
        guard text.utf8.count <= PhoneLimits.dialLengthMax * 2 else { return nil }
        var kept: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "#"): kept.append(byte)
            case UInt8(ascii: "+") where kept.isEmpty: kept.append(byte)
            case _ where PublicNumber.isSeparator(byte): continue
            default: return nil
            }
        }
        guard kept.count <= PhoneLimits.dialLengthMax, kept.contains(where: { $0 != UInt8(ascii: "+") }) else {
            return nil
        }
        return Redacted(String(decoding: kept, as: UTF8.self))
    }
}
