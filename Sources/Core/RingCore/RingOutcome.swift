public import CallModel

/// The outcome of a call. Each session has one, and it never changes.
public enum RingOutcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// They talked, and the caller hung up.
    case completedByCaller
    /// They talked, and the callee hung up.
    case completedByCallee
    /// They talked for as long as a call may last.
    case timeLimit
    /// They talked until an operator of the exchange ended the call.
    case endedByOperator
    /// They talked, and the caller was lost in a transfer: parked for too long, or handed over without an answer.
    case lostInTransfer
    /// The caller left a message.
    case message
    /// The call rang and no device took it.
    case noAnswer
    /// The caller gave up.
    case cancelled
    /// A device took the call, but the caller was gone before the conversation began.
    case abandoned
    /// Every user who could have taken the call declined.
    case declined
    /// Every user was in another call.
    case busy
    /// No device could be reached.
    case unreachable
    /// The winner was lost before the conversation began, and no other device was left.
    case winnerLost
    /// The carrier carried out none of our commands.
    case providerOutage
    /// Both called each other, and the other session goes on.
    case glareMerged
    /// The caller may not call that number: no leg was dialed.
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

    /// Whether it counts as a missed call for users who did not settle it themselves.
    public var isMissed: Bool {
        switch self {
        case .noAnswer, .cancelled, .declined, .busy, .unreachable, .winnerLost, .providerOutage: true
        case .completedByCaller, .completedByCallee, .timeLimit, .endedByOperator, .lostInTransfer, .message,
            .abandoned, .glareMerged, .refused:
            false
        }
    }

    /// The outcome as the reason of a call's ending.
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

    /// The result for a device that has no reason of its own.
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

    /// The outcome for a call in which a conversation took place before.
    var afterTalk: RingOutcome {
        switch self {
        case .completedByCaller, .completedByCallee, .timeLimit, .endedByOperator, .lostInTransfer: self
        case .cancelled, .abandoned: .completedByCaller
        case .message, .noAnswer, .declined, .busy, .unreachable, .winnerLost, .providerOutage, .glareMerged, .refused:
            .lostInTransfer
        }
    }
}
