/// How far a call is between the person, the system and the exchange: the region the others hang on.
enum CallStage: Hashable, Sendable {
    /// Inbound: nobody has acted. At most ``PhoneLimits/ringDuration``.
    /// Leaves to: `.answering` (answer action), `.over` or removed (end action, limit, end of the line, refusal).
    case ringing
    /// Inbound: taken; the actions wait for media. At most ``PhoneLimits/answerWait``.
    /// Leaves to: `.connected` (media flows), `.over` or removed (limit, failure, end).
    case answering([SystemActionID])
    /// Outbound: the system was asked and has not begun. At most ``PhoneLimits/dialWait``.
    /// Leaves to: `.started` (start action), `.abandoned` (given up), removed (refused, limit).
    case requested
    /// Outbound: given up before the system began; its start action will fail. Leaves to: removed.
    case abandoned
    /// Outbound: the system began, the exchange cannot be reached yet. At most ``PhoneLimits/dialWait``.
    /// Leaves to: `.dialing` (connection ready), removed (limit, end action).
    case started
    /// Outbound: the exchange has it. Its line keeps the time.
    /// Leaves to: `.connected` (media flows), removed (end).
    case dialing
    /// The call stands. Leaves to: `.over` or removed.
    case connected
    /// Over in every way but one: a report has not come to completion, and an end told before would be lost (pitfall 6).
    /// The reason is what is left to tell; `nil` if the system ended it. At most ``PhoneLimits/reportWait``.
    case over(SystemEndReason?)

    /// Whether the call counts: against the limit, and as something that can be acted upon.
    var isLive: Bool {
        switch self {
        case .ringing, .answering, .requested, .started, .dialing, .connected: true
        case .abandoned, .over: false
        }
    }

    /// Whether an INVITE is still to come, or has come and is not settled.
    var isIncoming: Bool {
        switch self {
        case .ringing, .answering: true
        case .requested, .abandoned, .started, .dialing, .connected, .over: false
        }
    }
}
