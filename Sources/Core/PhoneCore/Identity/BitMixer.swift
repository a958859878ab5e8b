public import CallModel

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
