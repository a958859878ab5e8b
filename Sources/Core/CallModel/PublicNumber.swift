/// A number of the public network: a plus sign, the country and the rest, 7 to 15 digits together.
///
/// Source: ITU-T E.164.
public struct PublicNumber: Hashable, Sendable, CustomStringConvertible {
    private static let digitCounts = 7...15
    /// The most bytes of a dialed text that are read: enough for a number with every separator people write.
    private static let bytesMax = 64

    /// The number as carriers write it, with the plus sign.
    public let text: String

    /// Replaces the number in a log, which must not tell whom a person calls.
    public var description: String { "‹public number›" }

    /// - Parameter text: a plus sign and digits, the first of which is not 0.
    public init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "+"), Self.digitCounts.contains(digits.count),
            digits.first != UInt8(ascii: "0"), digits.allSatisfy(Self.isDigit)
        else { return nil }
        self.text = text
    }

    /// Reads a number as people dial it in a country.
    ///
    /// - Parameters:
    ///   - text: the digits as dialed, with or without spaces and hyphens.
    ///   - country: the digits of the country the caller dials in, such as `1`; nil: only a text with a plus sign is
    ///     read.
    public init?(dialed text: String, in country: String?) {
        guard let digits = Self.digits(dialed: text), !digits.isEmpty else { return nil }
        if digits.hasPrefix("+") {
            self.init(digits)
            return
        }
        guard let country else { return nil }
        self.init(country == "1" ? Self.ofNorthAmerica(digits) : Self.national(digits, in: country))
    }

    /// Reads ten digits, or eleven with a leading 1; the prefix 011 leads abroad.
    private static func ofNorthAmerica(_ digits: String) -> String {
        if digits.hasPrefix("011") { return "+" + digits.dropFirst(3) }
        switch digits.utf8.count {
        case 10: return "+1" + digits
        case 11 where digits.hasPrefix("1"): return "+" + digits
        default: return ""
        }
    }

    /// Reads a national number: the prefix 00 leads abroad, and a single leading 0 is the trunk prefix, which is part
    /// of the number in Italy only.
    private static func national(_ digits: String, in country: String) -> String {
        if digits.hasPrefix("00") { return "+" + digits.dropFirst(2) }
        return "+" + country + (digits.hasPrefix("0") && country != "39" ? digits.dropFirst() : digits[...])
    }

    /// Whether a byte of UTF-8 is a separator that people write between the digits of a number.
    public static func isSeparator(_ byte: UInt8) -> Bool { separators.contains(byte) }

    private static let separators = Set(" -()./".utf8)

    /// The digits of a dialed text, with a leading plus sign if it has one, and without separators, the scheme and the
    /// domain of an address; nil: the text holds other characters.
    public static func digits(dialed text: String) -> String? {
        guard text.utf8.count <= bytesMax else { return nil }
        var rest = text[...]
        for scheme in ["sip:", "sips:", "tel:"] where rest.hasPrefix(scheme) { rest = rest.dropFirst(scheme.count) }
        if let at = rest.firstIndex(of: "@") { rest = rest[..<at] }
        var kept: [UInt8] = []
        for byte in rest.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): kept.append(byte)
            case UInt8(ascii: "+") where kept.isEmpty: kept.append(byte)
            case _ where isSeparator(byte): continue
            default: return nil
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

/// Headers of INVITEs between exchange and phone, which the carrier between them passes on.
public enum CarrierHeader {
    /// The exchange's session, in the INVITE to a phone.
    public static let session = "X-Session-Id"
    /// The ``RingRound``, in the INVITE to a phone; absent in the first round.
    public static let round = "X-Ring-Round"
    /// The caller id to show, in the INVITE of a phone that calls out.
    public static let callerID = "X-Caller-Id"
}

/// Numbers that call for help. Source: the numbering plans of the countries that use each (the list is not complete; an
/// operator adds the numbers of the operator's own country).
public enum EmergencyNumber {
    /// The numbers that are recognized unless the configuration names others.
    public static let usual: Set<String> = [
        "000", "101", "102", "103", "108", "110", "111", "112", "113", "115", "117", "118", "119", "120", "122", "190",
        "191", "192", "193", "911", "933", "988", "995", "997", "998", "999",
    ]

    /// Finds the emergency number in a dialed text, with or without the country code; nil: it is none.
    public static func named(_ text: String, among numbers: Set<String>, in country: String?) -> String? {
        guard let digits = PublicNumber.digits(dialed: text) else { return nil }
        if numbers.contains(digits) { return digits }
        guard let country, digits.hasPrefix("+" + country) else { return nil }
        let rest = String(digits.dropFirst(country.count + 1))
        return numbers.contains(rest) ? rest : nil
    }
}
