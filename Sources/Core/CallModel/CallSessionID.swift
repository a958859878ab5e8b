/// Identifies one call, from the first ring on every device to its last record.
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

/// Identifies one branch of a call: the caller's, or that of one device being rung.
public struct LegID: UUIDIdentifier {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Derives the identifier of the leg that was planned as number `ordinal` of a session.
    ///
    /// The derivation is pure, so a session gives the same identifiers after a restart. Two ordinals of one session
    /// never collide, because the ordinal stands unmixed in the 16 bits around the variant. The other 106 bits are the
    /// session's, mixed so that a leg never has the identifier of a session. Source: RFC 9562 §5.8 (version 8, free
    /// layout); the mixer is the finalizer of SplitMix64 (bijective).
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

/// The number of a ringing of a device by one session, counted from 1.
///
/// A session that is brought to a device again (retrieved, transferred back, consulted) rings it in another round.
public struct RingRound: RawRepresentable, Hashable, Comparable, Sendable, Codable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// At least 1.
    public let rawValue: UInt8

    /// Reads 0 as the first round, because apps that know no rounds are in the first.
    public init(rawValue: UInt8) {
        self.rawValue = max(rawValue, 1)
    }

    /// Takes the nearest round to a number.
    public init(clamping number: some BinaryInteger) {
        self.init(rawValue: UInt8(clamping: number))
    }

    /// Reads a header; nil: the header is absent, or is no count from 1.
    public init?(text: String?) {
        guard let number = text.flatMap({ UInt8($0) }), number > 0 else { return nil }
        self.init(rawValue: number)
    }

    /// Makes a round from a literal.
    public init(integerLiteral number: UInt8) {
        self.init(rawValue: number)
    }

    /// The round in which a session first rings a device.
    public static let first: RingRound = 1

    /// The number as the wire has it; nil for the first round, which is left out there.
    public var wireValue: Int64? { self > .first ? Int64(rawValue) : nil }

    /// The number itself.
    public var description: String { String(rawValue) }

    /// Orders rounds as they follow each other.
    public static func < (left: RingRound, right: RingRound) -> Bool { left.rawValue < right.rawValue }
}

/// Identifies a person who calls and is called, within one exchange.
///
/// The configuration chooses the text, often a name or a number. So the description hides it, and `rawValue` reveals
/// it.
public struct UserID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier. Readers of foreign bytes bound its length.
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

/// Identifies one installation of a phone: an app on a device, a browser profile, a desk phone.
///
/// It outlives sockets and signaling sessions. It is unique among the devices of a call: in a call between users it is
/// the device's name at the gateway, beside its user; in a call to or from a number, the device's login, which is unique
/// in the exchange. Opaque, so it may be logged.
public struct DeviceID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier. Readers of foreign bytes bound its length.
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

/// Identifies an organization: whose number is called, or for which a user calls. On a device each organization has its
/// own credentials and connection.
public struct OrganizationID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier. The parser that reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps the text of an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text of an identifier.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The text. It is safe to log because it identifies no person.
    public var description: String { rawValue }

    /// Orders identifiers by their text.
    public static func < (left: OrganizationID, right: OrganizationID) -> Bool { left.rawValue < right.rawValue }

    /// Reads the text from a single value.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text as a single value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
