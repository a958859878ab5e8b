public import CallModel

/// A call, for whoever asks. It holds no number and no name, so it may be shown to both sides.
public struct CallStatus: Hashable, Sendable {
    /// The call.
    public let session: CallSessionID
    /// Grows with every change.
    public let version: UInt64
    /// How far it has come.
    public let stage: CallStage
    /// The caller's leg, then the called ones in the order they were planned.
    public let legs: [LegStatus]
    /// The leg that answered.
    public let winner: LegID?
    /// How it ended, once it has.
    public let ending: Ending?
    /// The organisation it began in, as the shell names it; nil: none.
    public let organization: String?
    /// When it was placed, since the shell's origin.
    public let createdAt: Duration
    /// When the first device was told to ring.
    public let rangAt: Duration?
    /// When it was answered.
    public let answeredAt: Duration?
    /// When it ended.
    public let endedAt: Duration?
}
