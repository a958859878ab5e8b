package import Verto

/// What became of a request.
package enum RequestOutcome: Hashable, Sendable {
    case reply(VertoReply)
    case failure(VertoFailure)
    /// No answer within the limit.
    case timedOut
    /// The connection was lost before the answer; the exchange may or may not have heard it.
    case connectionLost
    /// It never left.
    case notSent
}
