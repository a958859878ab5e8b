public import CallModel

/// Names a call toward the system: what CallKit, Recents and the app's own screens know it by.
///
/// Both pushes of a call and its INVITE lead to the same one, because it is derived from what they share. Each process
/// derives others: one that died between report and record leaves no trace of the name it gave, and a name given twice
/// is a call nobody can answer. Source: apple-contract C28.
public struct CallUUID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits: those the system named, or those a shell drew.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Derives the name of a call from that of its session.
    ///
    /// Source: RFC 9562 §5.8 (version 8, free layout).
    ///
    /// - Parameter process: what the process drew when it began (``Launch/process``).
    public init(session: CallSessionID, process: UInt64 = 0) {
        self.init(Self.derived(from: session.value, salt: 0x5349_5A5A_4C45_0001 ^ process))
    }

    /// Derives the name of a call of which only the vendor's name is known.
    public init(vendor: VendorCallID, process: UInt64 = 0) {
        self.init(Self.derived(from: vendor.value, salt: 0x5645_4E44_4F52_0002 ^ process))
    }

    /// Derives the name of a call of which only the signalling call is known.
    public init(line: LineID, process: UInt64 = 0) {
        self.init(Self.derived(from: line.value, salt: 0x4C49_4E45_0000_0003 ^ process))
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

/// Spreads bits, so that names derived from related names look unrelated.
enum BitMixer {
    /// The finaliser of SplitMix64: a bijection, so different words stay different.
    static func mix(_ word: UInt64) -> UInt64 {
        var mixed = word &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension UUIDValue {
    /// Gives bits the version and variant of a derived identifier. Source: RFC 9562 §5.8.
    static func derived(high: UInt64, low: UInt64) -> UUIDValue {
        UUIDValue(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | 8 << 12, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// Stands for a text: the identifier that it is, else one that is mixed from its bytes.
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
