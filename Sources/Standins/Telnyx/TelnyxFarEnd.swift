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
    /// What it says once it has answered; nil: the usual tone, `NarrowSound.usual`.
    public var voice: NarrowSound?
    /// The caller hears that it rings, as sound (early media), and not only by a message.
    public var soundsEarly: Bool

    public init(
        answersAfter: Duration? = nil, declinesAfter: Duration? = nil, hangsUpAfter: Duration? = nil,
        cause: String = "user_busy", voice: NarrowSound? = nil, soundsEarly: Bool = false
    ) {
        self.voice = voice
        self.soundsEarly = soundsEarly
        self.answersAfter = answersAfter
        self.declinesAfter = declinesAfter
        self.hangsUpAfter = hangsUpAfter
        self.cause = cause
    }
}
