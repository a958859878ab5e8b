package import Redaction
package import Verto

/// What can happen to a call, by origin.
package enum ConductorEvent: Hashable, Sendable {
    // User.
    case operation(OperationID?, CallOperation)

    // Peer, through the exchange.
    case invited(VertoServerInvite)
    /// The same call rings on, over another socket.
    case invitedAgain(VertoServerInvite)
    case attached(VertoServerInvite)
    case ringing(VertoProgress)
    case media(VertoProgress)
    case answered(VertoProgress)
    case bye(VertoBye)
    case tones(Redacted<String>)
    case remoteCandidate(Redacted<String>)
    case endOfRemoteCandidates
    /// A new offer in the middle of the call; the answer goes back under the id.
    case updateMedia(VertoID, Redacted<String>)
    /// The other side came back: a new offer of ours is to go back under the id.
    case offerRequested(VertoID)
    case peerHeld(Bool)
    case outcome(CallRequestTag, RequestOutcome)

    // The way to the exchange.
    case dial
    case linkImpaired
    /// The device left the network that media goes over.
    case networkLeft
    /// The session stands again and the exchange still has the call.
    case reattached
    /// The session stands again without this call, or will not stand again.
    case abandoned

    // Media and clock.
    case news(MediaNews)
    case tick
}
