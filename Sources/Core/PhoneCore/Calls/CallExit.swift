import CallModel

/// How a call leaves: what the system is told, what the exchange is told, and what it will have been.
struct CallExit: Hashable, Sendable {
    /// What the system is told; `nil` if it knows.
    var report: SystemEndReason?
    /// What the exchange is told; `nil` if it knows, or is not to know.
    var words: FarewellWords?
    /// What it will have been.
    var outcome: EndReason
    /// What the exchange said of it; `nil` where the phone ends the call by itself.
    var told: Ending?
    /// Whether the person is told afterwards that somebody called.
    var isMissed = false
    /// Whether the phone found out by itself that the call is over: the exchange knows better what became of it.
    var isGuess = false
    /// Which device of the same person took it, where the exchange says so.
    var takenBy: RingDevice?
}

extension CallExit {
    /// It rang for as long as it may. The exchange rings other devices on, so it is told nothing.
    static let ringLimit = CallExit(report: .unanswered, outcome: .noAnswer, isMissed: true, isGuess: true)
    /// The exchange was there and sent no INVITE: the caller had given up. Source: pitfall 5.
    static let inviteMissing = CallExit(
        report: .remoteEnded, outcome: .cancelled, isMissed: true, isGuess: true)
    /// One call too many.
    static let busy = CallExit(report: .unanswered, words: .busy, outcome: .busy, isMissed: true)
    /// The system would not ring. Other devices may: nothing is said to the exchange. Source: C26.
    static let reportRefused = CallExit(outcome: .failed)
    /// The person took it, and no media came to flow. Source: C41.
    static let answerFailed = CallExit(report: .failed, words: .hangUp, outcome: .failed)
    /// It is the same as another one that goes on. Nobody missed anything.
    static let twin = CallExit(report: .answeredElsewhere, outcome: .answeredElsewhere)
    /// Its connection was gone for as long as it may be.
    static let dropped = CallExit(report: .failed, words: .hangUp, outcome: .dropped)
    /// It was dialled, and did not reach the exchange.
    static let dialFailed = CallExit(report: .failed, outcome: .failed)
    /// The system made a second call of the name because the first was gone: both go. Source: C11.
    static let reportedTwice = CallExit(report: .unanswered, words: .decline, outcome: .declined)

    /// The person ended it, by the system's own controls or, where the system never knew of it, by ours.
    ///
    /// - Parameter declines: on which devices a call is declined of which the person did not say so.
    static func ended(
        _ call: PhoneCall, report: SystemEndReason? = nil, declines: DeclineScope = .here
    ) -> CallExit {
        switch call.stage {
        case .ringing:
            CallExit(
                report: report, words: FarewellWords(declining: call.marks.declines ?? declines), outcome: .declined)
        case .answering: CallExit(report: report, words: .hangUp, outcome: .declined)
        case .requested, .abandoned, .started: CallExit(report: report, outcome: .cancelled)
        case .dialing: CallExit(report: report, words: .hangUp, outcome: .cancelled)
        case .connected, .over: CallExit(report: report, words: .hangUp, outcome: .completed)
        }
    }

    /// The system lost all its calls. One that nobody took rings on elsewhere. Source: C24.
    static func reset(_ call: PhoneCall) -> CallExit {
        var exit = ended(call)
        if call.stage == .ringing { exit.words = nil }
        return exit
    }

    /// Another device has it.
    static func elsewhere(_ device: RingDevice?, told: Ending? = nil, _ call: PhoneCall) -> CallExit {
        var exit = remote(.answeredElsewhere, told: told, call)
        exit.takenBy = device
        return exit
    }

    /// The other side, another device or the exchange ended it.
    ///
    /// - Parameter told: cause and SIP status, where the exchange gave them.
    static func remote(_ reason: EndReason, told: Ending? = nil, _ call: PhoneCall) -> CallExit {
        CallExit(
            report: SystemEndReason(reason, outbound: call.direction == .outbound), outcome: reason, told: told,
            isMissed: call.stage == .ringing && !reason.isSettledByUser)
    }
}
