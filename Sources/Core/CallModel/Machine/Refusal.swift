/// The rule by which the machine turned an event down. Nothing changed.
public enum Refusal: String, CaseIterable, Hashable, Sendable, Codable {
    /// Nothing has happened yet that this could be about.
    case notStarted
    /// The call has begun, or rings already.
    case alreadyStarted
    /// It belongs to a call in the other direction.
    case wrongDirection
    /// Our INVITE is not out, so the peer cannot have reacted to it.
    case inviteNotSent
    /// Nobody has answered, so there is nothing to hold or renegotiate and no media to wait for.
    case notAnswered
    /// Somebody has answered already: a second answer, or a decline too late.
    case alreadyAnswered
    /// The call does not stand yet.
    case notActive
    /// Hold is already as asked, or as reported.
    case holdUnchanged
    /// A hold or resume is under way; its outcome comes first.
    case holdPending
    /// No hold or resume is under way.
    case noHoldPending
    /// The link is already as reported.
    case linkUnchanged
    /// The link is down; its repair renegotiates anyway.
    case linkDown
    /// No renegotiation is under way.
    case notRenegotiating
    /// That deadline does not run.
    case timerNotRunning
    /// This side is ending the call.
    case disconnecting
    /// Nobody is ending the call.
    case notDisconnecting
    /// The call is over.
    case ended
}
