extension EndReason {
    /// Derives how a connected call ended from the cause its peer gave: a failure is `dropped`, a cause that names
    /// another device `answeredElsewhere`, and every other cause `completed`.
    public init(ofConnectedCallWith cause: HangUpCause) {
        self =
            switch cause.code {
            case 805, 702: .answeredElsewhere
            case 27, 38, 41, 42, 63, 102, 127, 700, 701, 804, 809: .dropped
            default: .completed
            }
    }

    /// Derives how an unanswered call ended.
    ///
    /// Peers send the same cause for declined and for canceled calls, so most causes say less than who ended the call,
    /// and when. A cause decides if it has a meaning of its own (busy, unreachable, answered elsewhere …). Otherwise
    /// the SIP status beside it decides, and otherwise the other side ended the call on purpose. A call that rang at no
    /// device was not ended on purpose: a network that ends it with cause 16 failed to put it through.
    ///
    /// - Parameters:
    ///   - cause: the cause that the peer sent.
    ///   - sipCode: the SIP status that came with the cause, if one did.
    ///   - wasRinging: whether a device of the callee reported that it rings.
    ///   - party: the device that gets the reason: the caller's, the callee's device that hung up itself, or another
    ///     device of the callee that is told.
    public init(
        ofUnansweredCallWith cause: HangUpCause, sipCode: UInt16? = nil, wasRinging: Bool, reportedTo party: Party
    ) {
        let update =
            UnansweredEnd(cause) ?? sipCode.flatMap { UnansweredEnd(sipCode: $0) } ?? UnansweredEnd(vague: cause)
        self =
            switch (update, party) {
            case (.unreachable, _): .unreachable
            case (.incompatible, _): .incompatible
            case (.noAnswer, _): .noAnswer
            case (.busy, _): .busy
            case (.failed, _): .failed
            // Only a called device is one of several. The caller's call was not put through.
            case (.elsewhere, .otherDevice): .answeredElsewhere
            case (.elsewhere, .caller), (.elsewhere, .settlingDevice): .declined
            case (.rejected, .otherDevice): .declinedElsewhere
            case (.rejected, .caller), (.rejected, .settlingDevice): .declined
            case (.willing, .otherDevice): .cancelled
            case (.willing, .caller), (.willing, .settlingDevice): wasRinging ? .declined : .failed
            }
    }
}

/// The end of an unanswered call, as far as its cause and its SIP status tell it.
private enum UnansweredEnd {
    case unreachable, incompatible, noAnswer, busy, failed
    /// Another device has the call.
    case elsewhere
    /// A person declined.
    case rejected
    /// A side ended the call on purpose.
    case willing

    /// nil: the cause has no meaning of its own. Source: ITU-T Q.850; FreeSWITCH's own numbers above 127 (observed).
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

    /// nil: the status has no meaning of its own, such as 487, which comes with every call that ended unanswered.
    /// Source: RFC 3261 §21, RFC 3398 §7.2.4.1.
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

    /// Reads a cause without a meaning of its own: the causes of a normal release are on purpose, all others are
    /// failures.
    init(vague cause: HangUpCause) {
        switch cause.code {
        case 16, 31, 487: self = .willing
        default: self = .failed
        }
    }
}
