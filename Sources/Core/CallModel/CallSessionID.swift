/// Names one call: from the first ring on every device to the last record of it.
///
/// The exchange mints it; it travels in the INVITE, in every push and in every API.
public struct CallSessionID: UUIDIdentifier {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }
}

/// Names one branch of a call: the caller's, or that of one device being rung.
public struct LegID: UUIDIdentifier {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Derives the identifier of the leg that was planned as number `ordinal` of a session.
    ///
    /// Pure: whoever knows the session knows the names of its legs, after a restart too. Two ordinals of one session
    /// never meet, because the ordinal stands unmixed in the 16 bits around the variant; the other 106 bits are the
    /// session's, mixed so that a leg never carries the name of a session.
    /// Source: RFC 9562 §5.8 (version 8, free layout); the mixer is the finaliser of SplitMix64 (bijective).
    public init(session: CallSessionID, ordinal: UInt16) {
        let first = Self.mix(session.value.high ^ 0x9E37_79B9_7F4A_7C15)
        let second = Self.mix(session.value.low &+ first)
        let high = first & 0xFFFF_FFFF_FFFF_0000 | UInt64(ordinal) >> 4
        let low = second & 0x03FF_FFFF_FFFF_FFFF | UInt64(ordinal & 15) << 58
        self.init(UUIDValue(version: 8, high: high, low: low))
    }

    private static func mix(_ word: UInt64) -> UInt64 {
        var mixed = word
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

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

/// Names a person who calls and is called, within one exchange.
///
/// It is whatever the configuration says, often a name or a number: its description hides it, `rawValue` reveals it.
public struct UserID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier; what reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps a text that names a user.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps a text that names a user.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Stands for the user in a log without saying who it is.
    public var description: String { "‹user›" }

    /// Orders identifiers by their text.
    public static func < (left: UserID, right: UserID) -> Bool { left.rawValue < right.rawValue }
}

/// Names one installation of a phone: an app on a device, a browser profile, a desk phone.
///
/// It outlives sockets and signalling sessions. Opaque, so it may be logged.
public struct DeviceID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier; what reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps a text that names a device.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps a text that names a device.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The identifier itself.
    public var description: String { rawValue }

    /// Orders identifiers by their text.
    public static func < (left: DeviceID, right: DeviceID) -> Bool { left.rawValue < right.rawValue }
}
