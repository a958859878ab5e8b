/// What answers at an address, and when.
public struct TelnyxFarEnd: Hashable, Sendable {
    /// Answered so long after it was dialled; nil: never.
    public var answersAfter: Duration?
    /// Refused so long after it was dialled.
    public var declinesAfter: Duration?
    /// Ended by the far side so long after it was answered.
    public var hangsUpAfter: Duration?
    /// Cause of a refusal: `call_rejected`, `user_busy` or `not_found`.
    public var cause: String

    public init(
        answersAfter: Duration? = nil, declinesAfter: Duration? = nil, hangsUpAfter: Duration? = nil,
        cause: String = "user_busy"
    ) {
        self.answersAfter = answersAfter
        self.declinesAfter = declinesAfter
        self.hangsUpAfter = hangsUpAfter
        self.cause = cause
    }
}
