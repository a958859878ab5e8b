import Redaction

/// The digits of a phone number, for telling whether two numbers are written of one line.
///
/// No API says reliably in which country a phone is: the SIM card's country is not told to apps any more, and the region
/// is a setting. So a number that is written as at home is compared with what follows the country code of one that is
/// written for the whole world, both without zeros in front, which are trunk prefixes in most countries and belong to the
/// number in a few. A number without its area code is like no other: it has many owners.
///
/// Two people can share what is compared, so it decides nothing while there is anything better (`PushCorrelator`).
package struct NumberKey: Hashable, Sendable {
    /// Shorter numbers name an extension or a service, the same in every organisation. Source: the longest are E.164's.
    private static let digitCounts = 7...15
    /// A number without a plus sign and without a zero in front is a foreign one if it has so many digits. Source: the
    /// longest national numbers of North America, which are written so, have ten.
    private static let worldDigitsMin = 11
    private static let worldMark: UInt64 = 1 << 63

    /// The country code and the national number; of one written as at home the national number alone. Without zeros
    /// between or in front.
    package let digits: UInt64
    /// What follows the country code; `nil` of a number that is written as at home, or where too little follows.
    package let national: UInt64?
    /// Whether it is written with its country code.
    package let isWorldwide: Bool

    /// `nil` if the handle is no number, or too short to tell anything.
    package init?(_ handle: CallHandle) {
        guard case .phoneNumber(let number) = handle, let written = Written(number.revealed) else { return nil }
        let all = written.digits.drop { $0 == 0 }
        let zeros = written.digits.count - all.count
        let isWorldwide = written.hasPlus || zeros >= 2 || zeros == 0 && all.count >= Self.worldDigitsMin
        guard isWorldwide else {
            self.init(all, isWorldwide: false)
            return
        }
        let country = all.prefix(Self.countryCodeLength(all))
        self.init(country + all.dropFirst(country.count).drop { $0 == 0 }, isWorldwide: true)
    }

    private init?(_ digits: ArraySlice<UInt64>, isWorldwide: Bool) {
        guard Self.digitCounts.contains(digits.count) else { return nil }
        self.digits = digits.reduce(0) { $0 * 10 + $1 }
        self.isWorldwide = isWorldwide
        let rest = isWorldwide ? digits.dropFirst(Self.countryCodeLength(digits)) : []
        national = Self.digitCounts.contains(rest.count) ? rest.reduce(0) { $0 * 10 + $1 } : nil
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
        guard isWorldwide != other.isWorldwide else { return false }
        return national == other.digits || digits == other.national
    }

    /// Source: ITU-T E.164, list of assigned country codes. Zones 1 and 7 are one country code each; all codes that are
    /// not listed have three digits.
    private static func countryCodeLength(_ digits: ArraySlice<UInt64>) -> Int {
        guard let first = digits.first else { return 0 }
        if first == 1 || first == 7 { return 1 }
        return twoDigitCodes.contains(digits.prefix(2).reduce(0) { $0 * 10 + $1 }) ? 2 : 3
    }

    private static let twoDigitCodes: Set<UInt64> = [
        20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61,
        62,
        63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
    ]

    /// The digits of a text, up to what is dialled after the call is answered.
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
    private var worldwide: Set<UInt64> = []
    private var home: Set<UInt64> = []
    private var nationals: Set<UInt64> = []

    package init(_ keys: some Sequence<NumberKey>) {
        for key in keys {
            rawValues.insert(key.rawValue)
            if key.isWorldwide { worldwide.insert(key.digits) } else { home.insert(key.digits) }
            if let national = key.national { nationals.insert(national) }
        }
    }

    /// Whether one ``NumberKey/matches(_:)``.
    package func contains(_ key: NumberKey) -> Bool {
        if worldwide.contains(key.digits) || home.contains(key.digits) { return true }
        return key.isWorldwide ? key.national.map(home.contains) ?? false : nationals.contains(key.digits)
    }
}
