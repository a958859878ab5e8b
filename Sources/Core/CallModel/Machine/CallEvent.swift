/// Something that happened to a call, grouped by where it comes from.
public enum CallEvent: Hashable, Sendable {
    // The user.

    /// Dials. Outbound only.
    case dial
    /// Takes the call. Inbound only.
    case answer
    /// Turns the call down. Inbound only.
    case decline
    /// Turns the call down because of another one. Inbound only; a person or a guard decides it.
    case declineAsBusy
    /// Ends the call, at whatever point it is: cancels, declines or hangs up.
    case hangUp
    /// Puts the peer on hold.
    case hold
    /// Takes the peer off hold.
    case resume

    // The peer, by way of the exchange.

    /// An INVITE came in. Inbound only.
    case invited
    /// The peer's device rings. Outbound only.
    case peerRinging
    /// The peer answered. Outbound only.
    case peerAnswered
    /// The peer says that we hold it: the answer to our request, or a correction.
    case holdConfirmed
    /// The peer says that we do not hold it: the answer to our request, or a correction.
    case resumeConfirmed
    /// The peer refused our hold or resume, or did not answer it.
    case holdRequestFailed
    /// The peer put us on hold.
    case peerHeld
    /// The peer took us off hold.
    case peerResumed
    /// The peer or the exchange ended the call, or refused it.
    case released(Ending)
    /// The peer knows that we ended the call.
    case releaseAcknowledged

    // This device.

    /// Our INVITE is on the wire.
    case inviteSent
    /// Media flows, or flowed already when ``CallEffect/awaitMedia`` asked.
    case mediaConnected
    /// The two sides have no media in common.
    case mediaIncompatible
    /// Something of ours broke for good.
    case failed
    /// Media is being negotiated anew.
    case renegotiationStarted
    /// Media was negotiated anew.
    case renegotiationFinished
    /// Media could not be negotiated anew.
    case renegotiationFailed

    // The network.

    /// The link broke or its network changed, and there is a network to repair it over.
    case linkImpaired
    /// There is no network.
    case linkLost
    /// The link works again, the call re-attached to it.
    case linkRestored

    // The clock.

    /// ``CallTimer/setUp`` is over.
    case setUpLimitReached
    /// ``CallTimer/ringing`` is over.
    case ringingLimitReached
    /// ``CallTimer/recovery`` is over.
    case recoveryLimitReached
    /// ``CallTimer/release`` is over.
    case releaseLimitReached
}
