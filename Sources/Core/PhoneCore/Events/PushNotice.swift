public import CallModel

/// What a VoIP push says, read from its bytes.
public enum PushNotice: Hashable, Sendable {
    /// A call is coming in. At least one of its names is there.
    case call(PushedCall)
    /// A call, or this round of it, is over or was settled elsewhere. Such a message does not belong on this channel, but
    /// vendors send it.
    /// Source: C12 (stated by Apple).
    case ended(session: CallSessionID?, vendor: VendorCallID?, EndReason, round: RingRound = .first)
    /// The bytes could not be understood.
    case unreadable
}
