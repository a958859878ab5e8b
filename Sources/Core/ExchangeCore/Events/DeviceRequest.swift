public import CallModel
public import Redaction

/// What a logged-in device asks of the exchange. Each request gets exactly one reply.
public enum DeviceRequest: Hashable, Sendable {
    /// Place a call.
    case dial(Dialling)
    /// Take a call that rings.
    case answer(Answering)
    /// End a call, cancel one that rings elsewhere, or decline one that rings here; the other side is told the status, if
    /// the device gives one.
    case hangUp(CallID, HangUpCause, SIPStatus? = nil)
    /// Hold or resume.
    case changeHold(CallID, HoldChange)
    /// Pass digits to the other side: `0–9 * # A–D`, and `w`/`,` for pauses.
    case sendTones(CallID, Redacted<String>)
    /// Pass on one ICE candidate.
    case candidate(CallID, TrickledCandidate)
    /// There are no more candidates.
    case endOfCandidates(CallID)
    /// Answer the description of an `attach` message.
    case attachAnswer(CallID, Redacted<String>)
    /// Offer the other side a new description (ICE restart).
    case updateMedia(CallID, Redacted<String>)
    /// The device has begun to ring. Taken note of, nothing waits for it: not every device says so.
    case ringing(CallID)

    /// The call the request speaks of.
    public var callID: CallID {
        switch self {
        case .dial(let dialling): dialling.callID
        case .answer(let answering): answering.callID
        case .hangUp(let callID, _, _), .changeHold(let callID, _), .sendTones(let callID, _),
            .candidate(let callID, _), .endOfCandidates(let callID), .attachAnswer(let callID, _),
            .updateMedia(let callID, _), .ringing(let callID):
            callID
        }
    }
}
