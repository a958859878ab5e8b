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
