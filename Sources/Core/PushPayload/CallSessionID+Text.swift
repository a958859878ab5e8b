import CallModel

extension CallSessionID {
    /// The identifier a text stands for: the UUID it is, or else one computed from its bytes.
    ///
    /// A vendor's identifier that is no UUID must still name the same call in two pushes.
    /// Source: RFC 9562 §5.8 (version 8, free layout); the hash is FNV-1a over two offsets, finished as SplitMix64 is.
    init(standingFor text: String) {
        if let value = UUIDValue(text) {
            self.init(value)
        } else {
            let high = Self.hash(text, offset: 0xCBF2_9CE4_8422_2325)
            let low = Self.hash(text, offset: 0x6C62_272E_07BB_0142)
            self.init(
                UUIDValue(
                    high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
                    low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000))
        }
    }

    private static func hash(_ text: String, offset: UInt64) -> UInt64 {
        var hash = offset
        for byte in text.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
        return hash ^ hash >> 31
    }
}
