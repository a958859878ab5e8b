public import CallModel

/// What a call came to for one device that was rung. Each device is told exactly one.
public enum DeviceReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// It took the call and talked.
    case answered
    /// Another device took the call.
    case answeredElsewhere
    /// Its person declined here.
    case declined
    /// Its person declined on another device, for all of them.
    case declinedElsewhere
    /// It rang and nobody took the call.
    case missed
    /// The caller gave up.
    case callerCancelled
    /// It is in another call.
    case busy
    /// It could not be reached.
    case unreachable
    /// It took the call, and the caller had gone before a word was said: answered and abandoned, not missed.
    case callerHungUp
    /// It took the call and was gone before a word was said.
    case lost
    /// A machine answered in its place.
    case machine
    /// It was logged out, or its user no longer belongs to the organization.
    case withdrawn
    /// Both called each other, and the two calls became one.
    case glareMerged
    /// The carrier could not do it.
    case failed

    /// The same in the words of a call's ending.
    public var endReason: EndReason {
        switch self {
        case .answered: .completed
        case .answeredElsewhere, .glareMerged: .answeredElsewhere
        case .declined: .declined
        case .declinedElsewhere: .declinedElsewhere
        case .missed, .machine: .noAnswer
        case .callerCancelled, .callerHungUp: .cancelled
        case .busy: .busy
        case .unreachable: .unreachable
        case .lost: .dropped
        case .withdrawn, .failed: .failed
        }
    }

    /// Whether its person has something to be told of that they did not settle themselves.
    public var isMissed: Bool {
        switch self {
        case .missed, .callerCancelled, .busy, .unreachable, .machine, .failed: true
        case .answered, .answeredElsewhere, .declined, .declinedElsewhere, .callerHungUp, .lost, .withdrawn,
            .glareMerged:
            false
        }
    }
}
