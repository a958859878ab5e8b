public import PushPayload

/// What a sender to Google's service is told.
public enum FcmEvent: Hashable, Sendable {
    // From whoever uses it.
    /// Fetches the first access token, so that the first ring need not wait for it.
    case start
    case submit(PreparedPush, wall: WallTime)
    /// Nothing more is taken in; what is here may be sent for so long.
    case stop(within: Duration)

    // From its requests.
    case answered(PushTicket, attempt: Int, FcmAnswer)
    /// No answer came. Whether the message cannot have left.
    case failed(PushTicket, attempt: Int, wasNotSent: Bool)

    // From Google's token endpoint.
    case granted(AccessTokenClock.Generation, life: Duration)
    /// The status, or 0 without an answer.
    case grantRefused(AccessTokenClock.Generation, status: Int)

    // From the clock.
    /// The moment of ``FcmSender/nextWake(after:)`` has come.
    case time
}
