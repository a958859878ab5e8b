public import CallModel

/// Names one command to a carrier: the key of its outbox row, and what the carrier tells a repetition by.
///
/// Derived from what the command is for, so the same decision made again after a crash has the same name, and is known
/// for the same command by store and carrier alike.
public struct RingCommandID: UUIDIdentifier {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Derives the name of a command.
    ///
    /// Leg, epoch, purpose and attempt stand unmixed in the lower half, so no two commands of one session share a name;
    /// the upper half is the session's, mixed. Source: RFC 9562 §5.8 (version 8, free layout).
    ///
    /// - Parameters:
    ///   - ordinal: the leg's; 0 is the caller's.
    ///   - epoch: how often the claim was vacated before; the low 16 bits count.
    public init(session: CallSessionID, ordinal: UInt16, epoch: UInt32, purpose: CommandPurpose, attempt: UInt8) {
        let high = Self.mix(session.value.high ^ Self.mix(session.value.low ^ 0xD1B5_4A32_D192_ED03))
        var low = UInt64(ordinal) << 32
        low |= UInt64(epoch & 0xFFFF) << 16
        low |= UInt64(purpose.rawValue) << 8
        low |= UInt64(attempt)
        self.init(
            UUIDValue(
                high: high & 0xFFFF_FFFF_FFFF_0FFF | 8 << 12, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000))
    }

    /// The epoch it was derived with.
    public var epoch: UInt32 { UInt32(truncatingIfNeeded: value.low >> 16 & 0xFFFF) }

    private static func mix(_ word: UInt64) -> UInt64 {
        var mixed = word
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
