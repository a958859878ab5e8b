public import CallModel

/// What a timer bounds. There is at most one running timer of each.
public enum TimerOwner: Hashable, Sendable {
    /// How long a call rings.
    case ring(CallSessionID)
    /// How long a ringing call waits for its caller's lost connection.
    case callerGrace(CallSessionID)
    /// How long devices that need whole descriptions wait for the caller's candidates.
    case offerGathering(CallSessionID)
    /// How long a caller that needs a whole description waits for the winner's candidates.
    case answerGathering(CallSessionID)
    /// How long a device may take to answer a new description.
    case renegotiation(OfferID)
    /// How long a signalling session without a connection is kept.
    case resume(SignallingSessionID)

    /// The call the timer belongs to; `nil` for a session's.
    public var session: CallSessionID? {
        switch self {
        case .ring(let session), .callerGrace(let session), .offerGathering(let session), .answerGathering(let session):
            session
        case .renegotiation(let offer): offer.session
        case .resume: nil
        }
    }
}
