/// Something the shell is to do, in the order given.
public enum CallEffect: Hashable, Sendable {
    /// Tell whoever watches: the call is in another state.
    case changed(from: CallState, to: CallState)
    /// Write to the log: an event was turned down and changed nothing.
    case refused(Refusal)
    /// Sound the ringing tone (inbound) or the ring-back tone (outbound).
    case startRinging
    /// Stop that tone.
    case stopRinging
    /// Start a deadline.
    case startTimer(CallTimer)
    /// Stop a deadline.
    case stopTimer(CallTimer)
    /// Make an offer and send it as INVITE; then report ``CallEvent/inviteSent``.
    case sendInvite
    /// Answer the peer's offer.
    case sendAnswer
    /// Report ``CallEvent/mediaConnected`` as soon as media flows; at once if it does (early media).
    case awaitMedia
    /// Ask the peer to be held.
    case sendHold
    /// Ask the peer to be resumed.
    case sendResume
    /// Tell the peer that the call is over; if the INVITE never left, drop it. Then report ``CallEvent/releaseAcknowledged``.
    case sendRelease(EndReason)
    /// Repair the link: reconnect, re-attach, restart ICE.
    case recoverLink
    /// Free media and everything that belongs to it.
    case releaseMedia
    /// The call is over; ``CallMachine/ending`` has the whole story.
    case ended(EndReason)
    /// The call was over; stronger news changed how.
    case endingStrengthened(EndReason)
}

extension CallEffect {
    /// The name of the effect with what it carries. Unique among the effects of one transition.
    public var name: String {
        switch self {
        case .changed(_, let state): "changed(\(state))"
        case .refused(let refusal): "refused(\(refusal))"
        case .startRinging: "startRinging"
        case .stopRinging: "stopRinging"
        case .startTimer(let timer): "startTimer(\(timer))"
        case .stopTimer(let timer): "stopTimer(\(timer))"
        case .sendInvite: "sendInvite"
        case .sendAnswer: "sendAnswer"
        case .awaitMedia: "awaitMedia"
        case .sendHold: "sendHold"
        case .sendResume: "sendResume"
        case .sendRelease(let reason): "sendRelease(\(reason))"
        case .recoverLink: "recoverLink"
        case .releaseMedia: "releaseMedia"
        case .ended(let reason): "ended(\(reason))"
        case .endingStrengthened(let reason): "endingStrengthened(\(reason))"
        }
    }
}

extension CallEffect: CustomStringConvertible {
    /// The name of the effect: safe to log.
    public var description: String { name }
}
