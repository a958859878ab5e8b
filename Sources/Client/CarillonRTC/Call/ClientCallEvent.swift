package import CallModel
package import MediaEngine
package import Redaction
package import Verto

/// An event of a call, grouped by origin.
package enum ClientCallEvent: Hashable, Sendable {
    // User.
    case operation(OperationID?, CallOperation)

    // Peer, through the exchange.
    case invited(VertoServerInvite)
    /// The same call still rings, over another socket.
    case invitedAgain(VertoServerInvite)
    case attached(VertoServerInvite)
    case ringing(VertoProgress)
    case media(VertoProgress)
    case answered(VertoProgress)
    case bye(VertoBye)
    case tones(Redacted<String>)
    case remoteCandidate(Redacted<String>)
    case endOfRemoteCandidates
    /// A new offer in the middle of the call; the answer is sent with this id.
    case updateMedia(VertoID, Redacted<String>)
    /// The other side came back, and a new offer of ours is sent with this id.
    case offerRequested(VertoID)
    case peerHeld(Bool)
    /// The call was not transferred, because the call to the target ended like this.
    case transferFailed(Ending)
    case outcome(CallRequestTag, RequestOutcome)

    // The way to the exchange.
    case dial
    case linkImpaired
    /// The device left the network that media goes over.
    case networkLeft
    /// The session is restored, and the exchange still has the call.
    case reattached
    /// The session is restored without this call, or has ended.
    case abandoned

    // Media and clock.
    case mediaReport(MediaReport)
    case tick
}

/// An effect of a call's machine. Effects are carried out in order.
package enum ClientCallEffect: Hashable, Sendable {
    case request(CallRequestTag, VertoClientRequest)
    case respond(VertoID, VertoReply)
    case refuse(VertoID, VertoFailure)
    case media(MediaRequest)
    case report(CallChange)
    /// The call's machine refused an event, and nothing changed. The refusal is logged.
    case refused(CallEvent, Refusal)
    /// An operation is finished; nil means that it succeeded.
    case settle(OperationID, ClientError?)
}

/// Identifies the kind of request that a reply belongs to.
package enum CallRequestTag: Hashable, Sendable {
    case invite
    case answer
    case earlyDescription
    case attach
    case bye
    /// `hold` or `unhold`.
    case hold
    /// An offer of new media, with the id of its `createOffer`.
    case updateMedia(UInt64)
    case tones(OperationID?)
    case transfer(OperationID?)
    case candidate
}

/// A report of a call to its listeners.
package enum CallChange: Hashable, Sendable {
    /// The state, the ending, and whether the exchange told that ending.
    case state(CallState, Ending?, isReported: Bool)
    /// This side ended the call, and the exchange has not confirmed the BYE. The end follows.
    case releaseLost
    case muted(Bool)
    case digit(Character)
    case earlyMedia
    case firstAudio
    /// Headers of the other side's INVITE or ANSWER.
    case headers([CallHeader])
    case names(CallNames)
    case media(MediaConnectionState)
    /// Media is negotiated anew over another path.
    case restart(RestartReason)
    case relaysUnavailable
    case transferFailed(Ending)
}

/// A running timer of a call.
struct Deadline: Hashable, Sendable {
    let timer: CallTimer
    /// The due time, since the shell's origin.
    let at: Duration
}
