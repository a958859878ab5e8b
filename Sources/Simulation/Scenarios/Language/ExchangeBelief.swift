/// What the exchange believes of a call.
public enum ExchangeBelief: String, CaseIterable, Hashable, Sendable {
    /// Nobody has called yet.
    case notCalled = "not called"
    /// It rings here, or on its way here.
    case ringing
    /// The attendant greets the caller; until that is over the person may have the call back.
    case withAttendant = "with the attendant"
    /// Dialled here, not yet answered there.
    case dialled
    /// Talking.
    case answeredHere = "answered here"
    case answeredThere = "answered there"
    case declinedHere = "declined here"
    /// Turned down because of another call.
    case busyHere = "busy here"
    case cancelledHere = "cancelled here"
    case hungUpHere = "hung up here"
    case hungUpThere = "hung up there"
    /// The caller gave up before an answer.
    case callerHungUp = "caller hung up"
    case refusedThere = "refused there"
    case answeredElsewhere = "answered elsewhere"
    case declinedElsewhere = "declined elsewhere"
    /// It rang for as long as it may.
    case notAnswered = "not answered"
    /// The phone vanished from a call and did not come back.
    case lost

    /// Whether it goes on.
    public var isLive: Bool {
        switch self {
        case .ringing, .withAttendant, .dialled, .answeredHere, .answeredThere: true
        case .notCalled, .declinedHere, .busyHere, .cancelledHere, .hungUpHere, .hungUpThere, .callerHungUp,
            .refusedThere, .answeredElsewhere, .declinedElsewhere, .notAnswered, .lost:
            false
        }
    }

    /// Whether people talk.
    public var isTalking: Bool { self == .answeredHere || self == .answeredThere }
}
