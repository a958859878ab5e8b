/// What came of a command. What the command was meant to do is told by later news.
public enum CommandResult: Hashable, Sendable, Codable {
    /// The carrier took it; of a dial, with its name for the leg.
    case accepted(CarrierLegID?)
    /// The leg is over (90018).
    case alreadyOver
    /// The caller's leg is not answered yet (90034).
    case notAnswered
    /// Not now, but soon: the state on their side lags behind (422 right after an answer).
    case conflict
    /// Too many at once (429, 90103): again after a while.
    case rateLimited(Duration)
    /// It will never be done: a revoked credential, an invalid target, a wrong word of ours.
    case refused
    /// No reply came, or one of a carrier that is out of order: nobody knows whether it was done.
    case unavailable
    /// It was withdrawn before it was sent.
    case withdrawn
}
