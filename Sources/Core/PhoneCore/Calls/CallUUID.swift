public import CallModel

/// Identifies a call for the system: CallKit, Recents and the app's screens use this name.
///
/// Both pushes of a call and its INVITE lead to the same name, because it is derived from identifiers that they share.
/// Each process derives different names. A process that dies between report and record leaves no trace of the names
/// that it used, and a call under a name used before cannot be answered. Source: C28.
public struct CallUUID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 bits that the system named or a shell drew.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Derives the name of a call from its session.
    ///
    /// Source: RFC 9562 §5.8 (version 8, free layout).
    ///
    /// - Parameters:
    ///   - session: the exchange's name of the call.
    ///   - process: a random number that the process drew at its start (``Launch/process``).
    public init(session: CallSessionID, process: UInt64 = 0) {
        self.init(Self.derived(from: session.value, salt: 0x5349_5A5A_4C45_0001 ^ process))
    }

    /// Derives the name of a call of which only the vendor's identifier is known.
    public init(vendor: VendorCallID, process: UInt64 = 0) {
        self.init(Self.derived(from: vendor.value, salt: 0x5645_4E44_4F52_0002 ^ process))
    }

    /// Derives the name of a call of which only the signaling call is known.
    public init(line: LineID, process: UInt64 = 0) {
        self.init(Self.derived(from: line.value, salt: 0x4C49_4E45_0000_0003 ^ process))
    }

    private static func derived(from value: UUIDValue, salt: UInt64) -> UUIDValue {
        let high = BitMixer.mix(value.high ^ salt)
        return UUIDValue.derived(high: high, low: BitMixer.mix(value.low &+ high))
    }

    /// The lowercase text form. It is safe to log because it identifies no person.
    public var description: String { value.description }

    /// Orders identifiers in the order of their text forms.
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

/// Mixes bits, so that identifiers derived from related values look unrelated.
enum BitMixer {
    /// The finalizer of SplitMix64. It is a bijection, so different words stay different.
    static func mix(_ word: UInt64) -> UInt64 {
        var mixed = word &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension UUIDValue {
    /// Creates an identifier from bits and sets the version and variant of a derived one. Source: RFC 9562 §5.8.
    static func derived(high: UInt64, low: UInt64) -> UUIDValue {
        UUIDValue(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | 8 << 12, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// Reads an identifier from a text, or mixes one from the text's bytes if it is no identifier.
    public init(standingFor text: String) {
        self = UUIDValue(text) ?? Self.mixed(from: text)
    }

    private static func mixed(from text: String) -> UUIDValue {
        var high: UInt64 = 0x6361_7269_6C6C_6F6E
        var low: UInt64 = 0x7068_6F6E_6520_6964
        for byte in text.utf8 {
            high = BitMixer.mix(high ^ UInt64(byte))
            low = BitMixer.mix(low &+ high)
        }
        return derived(high: high, low: low)
    }
}
