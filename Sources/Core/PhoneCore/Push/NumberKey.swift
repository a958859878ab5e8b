import Redaction

/// The digits of a phone number, for telling whether two numbers are written of one line.
///
/// No API says reliably in which country a phone is: the SIM card's country is not told to apps any more, and the
/// region is a setting. So a number that is written as at home is compared with what follows the country code of one
/// that is written for the whole world, both without zeros in front, which are trunk prefixes in most countries and
/// belong to the number in a few. A long number without a plus sign may be written in either way, and is read in both.
/// A number without its area code is like no other: it has many owners.
///
/// Two people can share what is compared, so it decides nothing while there is anything better (`PushCorrelator`).
package struct NumberKey: Hashable, Sendable {
    /// Shorter numbers name an extension or a service, the same in every organization. Source: the longest are E.164's.
    private static let digitCounts = 7...15
    /// Digits with which a number without a plus sign may begin with a country code, or with a trunk prefix that is no
    /// zero. Source: North America writes ten digits and a 1 in front; Russia's trunk prefix is 8; mobile numbers of
    /// China and Brazil have eleven digits at home.
    private static let eitherDigitsMin = 11
    private static let worldMark: UInt64 = 1 << 63

    /// The country code and the national number; of one written as at home the national number alone. Without zeros
    /// between or in front.
    package let digits: UInt64
    /// What may be its national number. Of one written as at home all digits, and what follows a prefix they may begin
    /// with.
    package let nationals: [UInt64]
    /// Whether it is written with its country code.
    package let isWorldwide: Bool

    /// `nil` if the handle is no number, or too short to tell anything.
    package init?(_ handle: CallHandle) {
        guard case .phoneNumber(let number) = handle, let written = Written(number.revealed) else { return nil }
        let all = written.digits.drop { $0 == 0 }
        let zeros = written.digits.count - all.count
        let isWorldwide = written.hasPlus || zeros >= 2
        guard isWorldwide else {
            self.init(all, isWorldwide: false)
            return
        }
        let country = all.prefix(Self.countryCodeLength(all))
        let rest = all.dropFirst(country.count).drop { $0 == 0 }
        self.init(country + rest.dropFirst(Self.hasMobilePrefix(rest, in: country) ? 1 : 0), isWorldwide: true)
    }

    private init?(_ digits: ArraySlice<UInt64>, isWorldwide: Bool) {
        guard Self.digitCounts.contains(digits.count) else { return nil }
        self.digits = digits.reduce(0) { $0 * 10 + $1 }
        self.isWorldwide = isWorldwide
        nationals = Self.nationals(digits, isWorldwide: isWorldwide)
            .filter { Self.digitCounts.contains($0.count) }.map { $0.reduce(0) { $0 * 10 + $1 } }
    }

    private static func nationals(_ digits: ArraySlice<UInt64>, isWorldwide: Bool) -> [ArraySlice<UInt64>] {
        let rest = digits.dropFirst(countryCodeLength(digits))
        guard !isWorldwide else { return [rest] }
        guard digits.count >= eitherDigitsMin else { return [digits] }
        return [digits, rest] + (digits.first == 8 ? [digits.dropFirst()] : [])
    }

    /// Whether a digit in front of a mobile number is written abroad alone. Source: the numbering plans of Mexico,
    /// whose 1 is out of use and still stored, and Argentina.
    private static func hasMobilePrefix(_ rest: ArraySlice<UInt64>, in country: ArraySlice<UInt64>) -> Bool {
        rest.count == 11 && (country == [5, 2] && rest.first == 1 || country == [5, 4] && rest.first == 9)
    }

    /// Reads what ``rawValue`` says; `nil` if it says no number.
    package init?(rawValue: UInt64) {
        var left = rawValue & ~Self.worldMark
        var digits: [UInt64] = []
        while left > 0, digits.count <= Self.digitCounts.upperBound {
            digits.append(left % 10)
            left /= 10
        }
        self.init(digits.reversed()[...], isWorldwide: rawValue & Self.worldMark != 0)
    }

    /// The same in eight bytes.
    package var rawValue: UInt64 { isWorldwide ? digits | Self.worldMark : digits }

    /// Whether both may be numbers of one line.
    package func matches(_ other: NumberKey) -> Bool {
        if digits == other.digits { return true }
        return !(isWorldwide && other.isWorldwide) && nationals.contains(where: other.nationals.contains)
    }

    /// Source: ITU-T E.164, list of assigned country codes. Zones 1 and 7 are one country code each; all codes that are
    /// not listed have three digits.
    static func countryCodeLength(_ digits: ArraySlice<UInt64>) -> Int {
        guard let first = digits.first else { return 0 }
        if first == 1 || first == 7 { return 1 }
        return twoDigitCodes.contains(digits.prefix(2).reduce(0) { $0 * 10 + $1 }) ? 2 : 3
    }

    private static let twoDigitCodes: Set<UInt64> = [
        20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61,
        62,
        63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
    ]

    /// The digits of a text, up to what is dialed after the call is answered.
    private struct Written {
        private static let digitsMax = 20
        var digits: [UInt64] = []
        var hasPlus = false

        init?(_ text: String) {
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    guard digits.count < Self.digitsMax else { return nil }
                    digits.append(UInt64(byte - UInt8(ascii: "0")))
                case UInt8(ascii: "+") where digits.isEmpty: hasPlus = true
                case UInt8(ascii: ","), UInt8(ascii: ";"): return
                default: continue
                }
            }
        }
    }
}

/// Many numbers, to be asked whether one of them may be of the same line as another.
package struct NumberKeys: Equatable, Sendable {
    /// All, by ``NumberKey/rawValue``.
    package private(set) var rawValues: Set<UInt64> = []
    /// All, whatever they are written as.
    private var digits: Set<UInt64> = []
    /// What may be national numbers of those written as at home, and of the others.
    private var homes: Set<UInt64> = []
    private var abroad: Set<UInt64> = []

    package init(_ keys: some Sequence<NumberKey>) {
        for key in keys {
            rawValues.insert(key.rawValue)
            digits.insert(key.digits)
            if key.isWorldwide { abroad.formUnion(key.nationals) } else { homes.formUnion(key.nationals) }
        }
    }

    /// Whether one ``NumberKey/matches(_:)``.
    package func contains(_ key: NumberKey) -> Bool {
        digits.contains(key.digits)
            || key.nationals.contains { homes.contains($0) || !key.isWorldwide && abroad.contains($0) }
    }
}
