public import CallModel

/// What a carrier says. Words of no carrier in particular: Telnyx is one, our own gateway another.
public enum CarrierNews: Hashable, Sendable, Codable {
    /// A leg we dialled exists. It says which one it is (`client_state`, a header), so a lost reply does no harm. Whoever
    /// delivers other news of a leg that has no carrier's name yet delivers this first.
    case initiated(LegID, as: CarrierLegID)
    /// The device rings.
    case ringing(LegID)
    /// A leg was answered.
    case answered(LegRef)
    /// Whoever answered a number is a person, or is not.
    case confirmed(LegID, isPerson: Bool)
    /// A leg was joined to the other: by that bridge, where the carrier says by which.
    case bridged(LegRef, BridgeMark? = nil)
    /// A leg is over.
    case hungUp(LegRef, HangUpNews)
    /// What was played to the caller has ended.
    case playbackEnded(CommandPurpose, hasPlayed: Bool)
    /// A recording can be fetched. Nil: its length is not known, which says nothing of what is in it.
    case recordingSaved(RecordingKind, RecordingID, length: Duration?)
    /// A recording came to nothing.
    case recordingFailed(RecordingKind)
    /// One side holds, or no longer does.
    case held(LegRef, Bool)
    /// The reply to a look.
    case looked(LegRef, Liveness)
}
