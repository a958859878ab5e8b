import Redaction

/// The digits of a phone number in a form that tells whether two written numbers may be the same line.
///
/// No API reliably says in which country a phone is: apps cannot read the SIM card's country any more, and the region
/// is a setting. So a number in national form is compared with the part after the country code of a number in
/// international form. Both drop leading zeros, which are trunk prefixes in most countries and belong to the number in
/// a few. A long number without a plus sign may be in either form and is read as both. A number without its area code
/// matches no other, because it has many owners.
///
/// Two people can share the compared digits, so this comparison decides only if there is nothing better
/// (`PushCorrelator`).
package struct NumberKey: Hashable, Sendable {
    /// The number of digits of a comparable number. Shorter numbers are extensions or services, which are the same in
    /// all organizations. Source: the longest are E.164's.
    private static let digitCounts = 7...15
    /// The number of digits from which a number without a plus sign may begin with a country code, or with a trunk
    /// prefix other than zero. Source: North America writes ten digits and a 1 in front; Russia's trunk prefix is 8;
    /// mobile numbers of China and Brazil have eleven digits in national form.
    private static let eitherDigitsMin = 11
    private static let worldMark: UInt64 = 1 << 63

    /// The country code and the national number, or only the national number of a number in national form; without
    /// leading zeros in either part.
    package let digits: UInt64
    /// The possible national numbers. For a number in national form they are all its digits, and the digits after a
    /// prefix that it may begin with.
    package let nationals: [UInt64]
    /// Whether the number is written with its country code.
    package let isWorldwide: Bool

    /// Creates a key; `nil` if the handle is not a number or is too short to compare.
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

    /// Whether a mobile number has an extra first digit that is only written internationally. Source: the numbering
    /// plans of Mexico, whose 1 is out of use and still stored, and Argentina.
    private static func hasMobilePrefix(_ rest: ArraySlice<UInt64>, in country: ArraySlice<UInt64>) -> Bool {
        rest.count == 11 && (country == [5, 2] && rest.first == 1 || country == [5, 4] && rest.first == 9)
    }

    /// Creates a key from ``rawValue``; `nil` if it encodes no number.
    package init?(rawValue: UInt64) {
        var left = rawValue & ~Self.worldMark
        var digits: [UInt64] = []
        while left > 0, digits.count <= Self.digitCounts.upperBound {
            digits.append(left % 10)
            left /= 10
        }
        self.init(digits.reversed()[...], isWorldwide: rawValue & Self.worldMark != 0)
    }

    /// The key in eight bytes.
    package var rawValue: UInt64 { isWorldwide ? digits | Self.worldMark : digits }

    /// Whether both numbers may be the same line.
    package func matches(_ other: NumberKey) -> Bool {
        if digits == other.digits { return true }
        return !(isWorldwide && other.isWorldwide) && nationals.contains(where: other.nationals.contains)
    }

    /// The number of digits of the country code. Zones 1 and 7 are one country code each; all codes that are not listed
    /// have three digits. Source: ITU-T E.164, list of assigned country codes.
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

    /// The digits of a text, up to the digits that are dialed after the answer.
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

/// A set of numbers that tells whether one of them may be the same line as another number.
package struct NumberKeys: Equatable, Sendable {
    /// All numbers, by ``NumberKey/rawValue``.
    package private(set) var rawValues: Set<UInt64> = []
    /// The digits of all numbers in any form.
    private var digits: Set<UInt64> = []
    /// The possible national numbers of the numbers in national form (`homes`) and in international form (`abroad`).
    private var homes: Set<UInt64> = []
    private var abroad: Set<UInt64> = []

    package init(_ keys: some Sequence<NumberKey>) {
        for key in keys {
            rawValues.insert(key.rawValue)
            digits.insert(key.digits)
            if key.isWorldwide { abroad.formUnion(key.nationals) } else { homes.formUnion(key.nationals) }
        }
    }

    /// Whether one of the numbers matches, as in ``NumberKey/matches(_:)``.
    package func contains(_ key: NumberKey) -> Bool {
        digits.contains(key.digits)
            || key.nationals.contains { homes.contains($0) || !key.isWorldwide && abroad.contains($0) }
    }
}
