extension EndReason {
    /// How a call that stood ended, by the cause its peer gave: `completed` whatever polite cause came with it, and
    /// `dropped` where the cause is a failure.
    public init(ofConnectedCallWith cause: HangUpCause) {
        self =
            switch cause.code {
            case 805, 702: .answeredElsewhere
            case 27, 38, 41, 42, 63, 102, 127, 700, 701, 804, 809: .dropped
            default: .completed
            }
    }

    /// How a call ended that was not answered.
    ///
    /// Who ended it and when says more than most causes: they are the same words in a mouth that means "declined" and in one
    /// that means "cancelled". So a cause counts where it tells something of its own (busy, unreachable, answered elsewhere
    /// …); for one that does not, the SIP status beside it does; and otherwise it was the other side's free will. Of a call
    /// that rang at no device there was none: a network that gives it up with cause 16 has failed to put it through.
    ///
    /// - Parameters:
    ///   - sipCode: the SIP status that came with the cause, if one did.
    ///   - wasRinging: whether a device of the callee was heard to ring.
    ///   - party: whose story it is: the caller's, that of the callee's device that hung up itself, or that of a device of
    ///     the callee that was told.
    public init(
        ofUnansweredCallWith cause: HangUpCause, sipCode: UInt16? = nil, wasRinging: Bool, toldTo party: Party
    ) {
        let news = UnansweredEnd(cause) ?? sipCode.flatMap { UnansweredEnd(sipCode: $0) } ?? UnansweredEnd(vague: cause)
        self =
            switch (news, party) {
            case (.unreachable, _): .unreachable
            case (.incompatible, _): .incompatible
            case (.noAnswer, _): .noAnswer
            case (.busy, _): .busy
            case (.failed, _): .failed
            // Only a called device can be one of several: for the caller the call was not put through.
            case (.elsewhere, .otherDevice): .answeredElsewhere
            case (.elsewhere, .caller), (.elsewhere, .settlingDevice): .declined
            case (.rejected, .otherDevice): .declinedElsewhere
            case (.rejected, .caller), (.rejected, .settlingDevice): .declined
            case (.willing, .otherDevice): .cancelled
            case (.willing, .caller), (.willing, .settlingDevice): wasRinging ? .declined : .failed
            }
    }
}

/// What cause and SIP status say by themselves of a call that was not answered.
private enum UnansweredEnd {
    case unreachable, incompatible, noAnswer, busy, failed
    /// Another device has the call.
    case elsewhere
    /// A person said no.
    case rejected
    /// A side ended it because it wanted to.
    case willing

    /// Source: ITU-T Q.850; FreeSWITCH's own numbers above 127 (observed). nil: the cause tells nothing of its own.
    init?(_ cause: HangUpCause) {
        switch cause.code {
        case 1, 2, 3, 20, 22, 27, 28, 806: self = .unreachable
        case 58, 65, 88: self = .incompatible
        case 18, 19, 602, 802, 807: self = .noAnswer
        case 17: self = .busy
        case 21: self = .rejected
        case 702, 805: self = .elsewhere
        default: return nil
        }
    }

    /// Source: RFC 3261 §21, RFC 3398 §7.2.4.1. nil: the status tells nothing of its own, as 487, which stands beside every
    /// call that ended unanswered.
    init?(sipCode: UInt16) {
        switch sipCode {
        case 404, 410, 484, 502, 604: self = .unreachable
        case 415, 488, 606: self = .incompatible
        case 408, 480: self = .noAnswer
        case 486, 600: self = .busy
        case 403, 603, 607: self = .rejected
        case 500, 503, 504: self = .failed
        default: return nil
        }
    }

    /// Of a cause that tells nothing of its own: the polite ones were a side's will, anything else went wrong.
    init(vague cause: HangUpCause) {
        switch cause.code {
        case 16, 31, 487: self = .willing
        default: self = .failed
        }
    }
}
