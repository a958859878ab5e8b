public import CallModel

/// What a call came to. One for each session, and it stays.
public enum RingOutcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// They talked, and the caller hung up.
    case completedByCaller
    /// They talked, and the callee hung up.
    case completedByCallee
    /// They talked for as long as a call may last.
    case timeLimit
    /// They talked until somebody of the exchange ended it.
    case endedByOperator
    /// They talked, and then the caller was lost on the way to somebody else: parked for too long, or handed to nobody.
    case lostInTransfer
    /// The caller left a message.
    case message
    /// It rang and nobody took it.
    case noAnswer
    /// The caller gave up.
    case cancelled
    /// A device took it, and the caller was gone before a word was said.
    case abandoned
    /// Everybody who could have taken it declined.
    case declined
    /// Everybody was in another call.
    case busy
    /// Nobody could be reached.
    case unreachable
    /// The winner was lost before a word was said, with nobody left.
    case winnerLost
    /// The carrier did nothing we asked for.
    case providerOutage
    /// Both called each other, and the other session goes on.
    case glareMerged
    /// The caller may not call out to that number: no leg was dialled.
    case refused

    /// Whether caller and callee talked.
    public var isConversation: Bool {
        switch self {
        case .completedByCaller, .completedByCallee, .timeLimit, .endedByOperator, .lostInTransfer: true
        case .message, .noAnswer, .cancelled, .abandoned, .declined, .busy, .unreachable, .winnerLost, .providerOutage,
            .glareMerged, .refused:
            false
        }
    }

    /// Whether it is a missed call for those who did not settle it themselves.
    public var isMissed: Bool {
        switch self {
        case .noAnswer, .cancelled, .declined, .busy, .unreachable, .winnerLost, .providerOutage: true
        case .completedByCaller, .completedByCallee, .timeLimit, .endedByOperator, .lostInTransfer, .message,
            .abandoned, .glareMerged, .refused:
            false
        }
    }

    /// The same in the words of a call's ending.
    public var endReason: EndReason {
        switch self {
        case .completedByCaller, .completedByCallee, .timeLimit, .endedByOperator: .completed
        case .lostInTransfer: .dropped
        case .message, .noAnswer: .noAnswer
        case .cancelled, .abandoned: .cancelled
        case .declined, .refused: .declined
        case .busy: .busy
        case .unreachable: .unreachable
        case .winnerLost: .dropped
        case .providerOutage: .failed
        case .glareMerged: .answeredElsewhere
        }
    }

    /// What it came to for a device that has not been told another reason.
    var deviceReason: DeviceReason {
        switch self {
        case .completedByCaller, .completedByCallee, .timeLimit, .endedByOperator, .lostInTransfer: .answeredElsewhere
        case .message, .noAnswer, .declined, .busy, .unreachable, .winnerLost: .missed
        case .cancelled: .callerCancelled
        case .abandoned: .answeredElsewhere
        case .providerOutage, .refused: .failed
        case .glareMerged: .glareMerged
        }
    }

    /// The same of a call in which somebody talked before.
    var afterTalk: RingOutcome {
        switch self {
        case .completedByCaller, .completedByCallee, .timeLimit, .endedByOperator, .lostInTransfer: self
        case .cancelled, .abandoned: .completedByCaller
        case .message, .noAnswer, .declined, .busy, .unreachable, .winnerLost, .providerOutage, .glareMerged, .refused:
            .lostInTransfer
        }
    }
}
