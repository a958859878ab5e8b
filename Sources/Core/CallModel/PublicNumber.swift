/// A number of the public network: a plus sign, the country and the rest, 7 to 15 digits together.
///
/// Source: ITU-T E.164.
public struct PublicNumber: Hashable, Sendable, CustomStringConvertible {
    private static let digitCounts = 7...15
    /// Bytes of a dialled text that are read: a number with every separator people write.
    private static let bytesMax = 64

    /// As carriers write it, with the plus sign.
    public let text: String

    /// Stands for the number in a log: whom a person calls does not belong there.
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
    ///   - country: the digits of the country the caller dials in, such as `1`; nil: only a number with a plus sign is one.
    public init?(dialled text: String, in country: String?) {
        guard let digits = Self.digits(dialled: text), !digits.isEmpty else { return nil }
        if digits.hasPrefix("+") {
            self.init(digits)
            return
        }
        guard let country else { return nil }
        self.init(country == "1" ? Self.ofNorthAmerica(digits) : Self.national(digits, in: country))
    }

    /// Ten digits; eleven with the 1 in front; 011 leads abroad.
    private static func ofNorthAmerica(_ digits: String) -> String {
        if digits.hasPrefix("011") { return "+" + digits.dropFirst(3) }
        switch digits.utf8.count {
        case 10: return "+1" + digits
        case 11 where digits.hasPrefix("1"): return "+" + digits
        default: return ""
        }
    }

    /// 00 leads abroad; one 0 in front is the trunk prefix, which belongs to the number in Italy alone.
    private static func national(_ digits: String, in country: String) -> String {
        if digits.hasPrefix("00") { return "+" + digits.dropFirst(2) }
        return "+" + country + (digits.hasPrefix("0") && country != "39" ? digits.dropFirst() : digits[...])
    }

    /// Whether people write that byte of UTF-8 between the digits of a number, where it means nothing.
    public static func isSeparator(_ byte: UInt8) -> Bool { separators.contains(byte) }

    private static let separators = Set(" -()./".utf8)

    /// The digits of a dialled text, with the plus sign where it begins with one, and without the separators people write,
    /// the scheme and the domain of an address; nil: it holds something else.
    public static func digits(dialled text: String) -> String? {
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

/// Headers that exchange and phone say to each other in INVITEs, which the carrier between them passes on.
public enum CarrierHeader {
    /// Names the exchange's session, in the INVITE to a phone.
    public static let session = "X-Session-Id"
    /// Which ringing of the phone by that session it is, counted from 1, in the INVITE to a phone; absent: the first.
    public static let round = "X-Ring-Round"
    /// Which number is to be shown, in the INVITE of a phone that calls out.
    public static let callerID = "X-Caller-Id"
}

/// Numbers that call for help. Source: the numbering plans of the countries that use each (the list is not complete: an
/// operator adds those of theirs).
public enum EmergencyNumber {
    /// Those that are known unless an operator says otherwise.
    public static let usual: Set<String> = [
        "000", "101", "102", "103", "108", "110", "111", "112", "113", "115", "117", "118", "119", "120", "122", "190",
        "191", "192", "193", "911", "933", "988", "995", "997", "998", "999",
    ]

    /// Which emergency number a dialled text is, with or without the country in front; nil: none.
    public static func named(_ text: String, among numbers: Set<String>, in country: String?) -> String? {
        guard let digits = PublicNumber.digits(dialled: text) else { return nil }
        if numbers.contains(digits) { return digits }
        guard let country, digits.hasPrefix("+" + country) else { return nil }
        let rest = String(digits.dropFirst(country.count + 1))
        return numbers.contains(rest) ? rest : nil
    }
}
