/// Which ringing of a device by one session is meant, counted from 1.
///
/// A session that is brought to a device again (retrieved, transferred back, consulted) rings it in another round.
public struct RingRound: RawRepresentable, Hashable, Comparable, Sendable, Codable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// At least 1.
    public let rawValue: UInt8

    /// Reads 0 as the first round, as apps that know no rounds are in the first.
    public init(rawValue: UInt8) {
        self.rawValue = max(rawValue, 1)
    }

    /// The nearest there is to a number.
    public init(clamping number: some BinaryInteger) {
        self.init(rawValue: UInt8(clamping: number))
    }

    /// What a header says; nil where there is none, or it is no count from 1.
    public init?(text: String?) {
        guard let number = text.flatMap({ UInt8($0) }), number > 0 else { return nil }
        self.init(rawValue: number)
    }

    /// A round that stands in the source.
    public init(integerLiteral number: UInt8) {
        self.init(rawValue: number)
    }

    /// The one in which a session rings a device at first.
    public static let first: RingRound = 1

    /// The number as the wire has it; nil for the first round, which is left out there.
    public var told: Int64? { self > .first ? Int64(rawValue) : nil }

    /// The number itself.
    public var description: String { String(rawValue) }

    /// Orders rounds as they follow each other.
    public static func < (left: RingRound, right: RingRound) -> Bool { left.rawValue < right.rawValue }
}
