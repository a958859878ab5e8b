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
