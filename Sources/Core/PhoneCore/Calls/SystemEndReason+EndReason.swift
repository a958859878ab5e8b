import CallModel

extension SystemEndReason {
    /// The system's word for how a call ended: it has five. Source: C35 (observed) for what Recents makes of each.
    init(_ reason: EndReason, outbound isOutbound: Bool) {
        switch reason {
        case .failed, .incompatible, .unreachable, .dropped: self = .failed
        case .noAnswer: self = .unanswered
        case .busy: self = .unanswered
        case .cancelled, .completed: self = .remoteEnded
        case .declinedElsewhere: self = .declinedElsewhere
        case .declined: self = isOutbound ? .remoteEnded : .declinedElsewhere
        case .answeredElsewhere: self = .answeredElsewhere
        }
    }

    /// How a throw-away report of a call that is over ends, so that Recents does not show it missed a second time
    /// where it was not missed.
    init(over outcome: EndReason) {
        self =
            switch outcome {
            case .declined, .declinedElsewhere: .declinedElsewhere
            case .answeredElsewhere, .completed, .dropped: .answeredElsewhere
            case .failed, .incompatible, .unreachable, .noAnswer, .cancelled, .busy: .unanswered
            }
    }
}
