/// How a call ended, as one of its devices reports it.
///
/// The cases stand in ascending order of precedence: when two reports disagree, the later case wins
/// (``Ending/joined(with:)``). An act of a person outranks a timer or a failure; a call that was answered outranks one
/// that was not; a proper end outranks a suspected loss.
public enum EndReason: String, CaseIterable, Hashable, Sendable, Codable {
    /// A failure on either side ended the call before it was connected; no better reason is known.
    case failed
    /// The two sides have no codec or no media in common.
    case incompatible
    /// No device of the callee could be rung, or the number is unassigned.
    case unreachable
    /// It rang for as long as it may, and no device answered or declined.
    case noAnswer
    /// The caller gave up before an answer.
    case cancelled
    /// The callee is in another call.
    case busy
    /// Another device of this user declined.
    case declinedElsewhere
    /// The person at this device declined; the caller gets this reason too.
    case declined
    /// Another device of this user answered.
    case answeredElsewhere
    /// The call was connected, and its connection was lost for good.
    case dropped
    /// The call was connected, and one side hung up.
    case completed

    /// The rank among reasons, from 0; the greater one wins.
    public var precedence: UInt8 {
        switch self {
        case .failed: 0
        case .incompatible: 1
        case .unreachable: 2
        case .noAnswer: 3
        case .cancelled: 4
        case .busy: 5
        case .declinedElsewhere: 6
        case .declined: 7
        case .answeredElsewhere: 8
        case .dropped: 9
        case .completed: 10
        }
    }

    /// Whether the call was connected on the device that reports this reason.
    public var impliesConnected: Bool { self >= .dropped }

    /// Whether a person answered or declined the call, so that it is no missed call.
    public var isSettledByUser: Bool { self >= .declinedElsewhere }
}

extension EndReason: Comparable {
    /// Whether `right` wins where the two disagree.
    public static func < (left: EndReason, right: EndReason) -> Bool { left.precedence < right.precedence }
}

extension EndReason: CustomStringConvertible {
    /// The name of the reason, as it is stored and sent.
    public var description: String { rawValue }
}

/// The part that a device had in a call session that ended.
public enum Party: String, CaseIterable, Hashable, Sendable, Codable {
    /// The device that placed the call.
    case caller
    /// The callee's device that answered, declined or was busy; every device of the callee if none did.
    case settlingDevice
    /// Any other device of the callee that was rung.
    case otherDevice
}

extension EndReason {
    /// Converts the reason of a whole session into the reason that one device gets.
    ///
    /// | session | caller, settling device | other devices of the callee |
    /// |---|---|---|
    /// | `completed`, `dropped` | the same | `answeredElsewhere` |
    /// | `declined` | the same | `declinedElsewhere` |
    /// | anything else | the same | the same |
    ///
    /// The conversion keeps the order of precedence, so endings may be merged before or after it.
    public func reported(to party: Party) -> EndReason {
        switch (party, self) {
        case (.caller, _), (.settlingDevice, _):
            self
        case (.otherDevice, .completed), (.otherDevice, .dropped), (.otherDevice, .answeredElsewhere):
            .answeredElsewhere
        case (.otherDevice, .declined), (.otherDevice, .declinedElsewhere):
            .declinedElsewhere
        case (.otherDevice, .failed), (.otherDevice, .unreachable), (.otherDevice, .incompatible),
            (.otherDevice, .noAnswer), (.otherDevice, .cancelled), (.otherDevice, .busy):
            self
        }
    }
}

extension EndReason {
    /// The cause that stands for this reason when the peer named none.
    public var defaultCause: HangUpCause {
        switch self {
        case .failed: .normalTemporaryFailure
        case .unreachable: .userNotRegistered
        case .incompatible: .incompatibleDestination
        case .noAnswer: .noAnswer
        case .cancelled: .originatorCancel
        case .busy: .userBusy
        case .declinedElsewhere, .declined: .callRejected
        case .answeredElsewhere: .pickedOff
        case .dropped: .recoveryOnTimerExpire
        case .completed: .normalClearing
        }
    }

    /// The SIP status that stands for this reason, `nil` for a call that ended by BYE after it was connected.
    ///
    /// Source: RFC 3261 §21; RFC 3398 §8.2.6.1 (which status a Q.850 cause becomes); 487 for `PICKED_OFF` (observed).
    public var defaultSIPCode: UInt16? {
        switch self {
        case .failed: 503
        case .unreachable, .noAnswer: 480
        case .incompatible: 488
        case .cancelled, .answeredElsewhere: 487
        case .busy: 486
        case .declinedElsewhere, .declined: 603
        case .dropped: 408
        case .completed: nil
        }
    }

    /// The phrase of ``defaultSIPCode``. Source: RFC 3261 §21.
    public var defaultSIPReason: String? {
        switch self {
        case .failed: "Service Unavailable"
        case .unreachable, .noAnswer: "Temporarily Unavailable"
        case .incompatible: "Not Acceptable Here"
        case .cancelled, .answeredElsewhere: "Request Terminated"
        case .busy: "Busy Here"
        case .declinedElsewhere, .declined: "Decline"
        case .dropped: "Request Timeout"
        case .completed: nil
        }
    }
}
