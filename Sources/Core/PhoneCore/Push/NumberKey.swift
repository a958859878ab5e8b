import Redaction

/// The last ten digits of a phone number: the same however a country code is written.
///
/// Two people can share it, so it decides nothing while there is anything better (`PushCorrelator`).
package struct NumberKey: Hashable, Sendable {
    /// Digits of a number of the North American plan without its country code.
    private static let digitCount = 10
    /// Numbers shorter than this name an extension or a service, the same in every organisation.
    private static let digitsMin = 7

    /// Digits and their number, as one.
    package let rawValue: UInt64

    /// `nil` if the handle is no number, or too short to tell anything.
    package init?(_ handle: CallHandle) {
        guard case .phoneNumber(let number) = handle else { return nil }
        var count = 0
        var digits: UInt64 = 0
        for byte in number.revealed.utf8.reversed() where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            guard count < Self.digitCount else { break }
            digits += UInt64(byte - UInt8(ascii: "0")) * Self.powers[count]
            count += 1
        }
        guard count >= Self.digitsMin else { return nil }
        rawValue = digits + UInt64(count) * Self.lengthUnit
    }

    private static let powers: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]
    private static let lengthUnit: UInt64 = 10_000_000_000
}
