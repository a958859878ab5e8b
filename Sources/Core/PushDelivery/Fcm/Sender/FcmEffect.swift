/// What a sender to Google's service wants done, in order.
public enum FcmEffect: Hashable, Sendable {
    case fetchToken(AccessTokenClock.Generation)
    /// What comes of it is told with the same ticket and attempt.
    case send(PushTicket, attempt: Int, FcmMessage, token: AccessTokenClock.Generation)
    case cancel(PushTicket, attempt: Int)
    case resolve(reference: UInt64, PushOutcome)
    case alarm(PushAlarm)
    /// After `stop`: nothing is here any more.
    case stopped
}
