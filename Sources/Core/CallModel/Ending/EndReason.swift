/// How a call ended, as one device of it tells the story.
///
/// The cases stand in ascending order of precedence: when two pieces of news disagree, the later case is believed
/// (``Ending/joined(with:)``). What a person did outranks what a timer or a failure suggests; that the call was
/// answered outranks that it was not; a proper end outranks the suspicion of a loss.
public enum EndReason: String, CaseIterable, Hashable, Sendable, Codable {
    /// Something of ours or theirs broke before the call stood; nothing better is known.
    case failed
    /// The two sides have no codec or no media in common.
    case incompatible
    /// No device of the callee could be rung, or nobody has that number.
    case unreachable
    /// It rang for as long as it may and nobody acted.
    case noAnswer
    /// The caller gave up before an answer.
    case cancelled
    /// The callee is in another call.
    case busy
    /// Another device of this user declined.
    case declinedElsewhere
    /// The person at this device declined; seen by the caller too.
    case declined
    /// Another device of this user answered.
    case answeredElsewhere
    /// The call stood and its connection was lost for good.
    case dropped
    /// The call stood and somebody hung up.
    case completed

    /// The rank among reasons, from 0; the greater is believed.
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

    /// Whether the call of which this is the end stood on the device that tells it.
    public var impliesConnected: Bool { self >= .dropped }

    /// Whether a person of this user took the call or turned it down, so that nothing was missed.
    public var isSettledByUser: Bool { self >= .declinedElsewhere }
}

extension EndReason: Comparable {
    /// Whether `right` is believed where the two disagree.
    public static func < (left: EndReason, right: EndReason) -> Bool { left.precedence < right.precedence }
}

extension EndReason: CustomStringConvertible {
    /// The name of the reason, as it is stored and sent.
    public var description: String { rawValue }
}

/// One of the devices that a call session ends for.
public enum Party: String, CaseIterable, Hashable, Sendable, Codable {
    /// The device that placed the call.
    case caller
    /// The callee's device that settled it: the one that answered, declined or was busy. Also each of them when none did.
    case settlingDevice
    /// Any other device of the callee that was rung.
    case otherDevice
}

extension EndReason {
    /// What a device is told when the whole session ended with this reason.
    ///
    /// | session | caller, settling device | other devices of the callee |
    /// |---|---|---|
    /// | `completed`, `dropped` | the same | `answeredElsewhere` |
    /// | `declined` | the same | `declinedElsewhere` |
    /// | anything else | the same | the same |
    ///
    /// It keeps the order of precedence, so it does not matter whether news is merged before or after it is told.
    public func told(to party: Party) -> EndReason {
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

    /// The SIP status that stands for this reason, `nil` for a call that ended by BYE after it stood.
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
