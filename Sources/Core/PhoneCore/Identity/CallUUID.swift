public import CallModel

/// Names a call toward the system: what CallKit, Recents and the app's own screens know it by.
///
/// Both pushes of a call and its INVITE lead to the same one, because it is derived from what they share.
public struct CallUUID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits: those the system named, or those a shell drew.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Derives the name of a call from that of its session. Pure: each process of the app comes to the same one.
    ///
    /// Source: RFC 9562 §5.8 (version 8, free layout).
    public init(session: CallSessionID) {
        self.init(Self.derived(from: session.value, salt: 0x5349_5A5A_4C45_0001))
    }

    /// Derives the name of a call of which only the vendor's name is known.
    public init(vendor: VendorCallID) {
        self.init(Self.derived(from: vendor.value, salt: 0x5645_4E44_4F52_0002))
    }

    /// Derives the name of a call of which only the signalling call is known.
    public init(line: LineID) {
        self.init(Self.derived(from: line.value, salt: 0x4C49_4E45_0000_0003))
    }

    private static func derived(from value: UUIDValue, salt: UInt64) -> UUIDValue {
        let high = BitMixer.mix(value.high ^ salt)
        return UUIDValue.derived(high: high, low: BitMixer.mix(value.low &+ high))
    }

    /// The lowercase text form: safe to log, it names nobody.
    public var description: String { value.description }

    /// Orders identifiers as their text forms are ordered.
    public static func < (left: CallUUID, right: CallUUID) -> Bool { left.value < right.value }

    /// Reads the text form from a single value.
    public init(from decoder: any Decoder) throws {
        self.init(try UUIDValue(from: decoder))
    }

    /// Writes the text form as a single value.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
