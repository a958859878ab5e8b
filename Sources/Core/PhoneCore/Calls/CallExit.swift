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

/// The one way by which a call leaves.
extension Phone {
    /// Takes a call out of the books: completes what waits, tells the system and the exchange, and remembers it.
    mutating func finish(_ id: CallUUID, _ exit: CallExit, into effects: inout [PhoneEffect]) {
        guard var call = books.calls[id], call.stage.isLive || call.stage == .abandoned else { return }
        stopTimers(of: call, into: &effects)
        if call.direction == .inbound { removeAlert(of: call.session, call.round, into: &effects) }
        part(with: call, exit, into: &effects)
        // Before the answers fail: that takes the call away from the system, and nobody would be shown why (C41).
        close(call, exit.report, into: &effects)
        call.failAnswers(into: &effects)
        guard let end = CallEnd(call, exit) else { return }
        effects.append(.publish(.ended(end)))
        guard call.direction == .inbound else { return }
        tell(
            .ended(
                CallOutcome(
                    id, .inbound, exit.isMissed ? exit.outcome : max(exit.outcome, .declined),
                    organization: call.organization, display: call.display, told: exit.told)),
            into: &effects)
    }

    /// The exchange's side of it.
    private mutating func part(with call: PhoneCall, _ exit: CallExit, into effects: inout [PhoneEffect]) {
        if let words = exit.words, let line = call.line { effects.append(.line(words.order(for: line.id))) }
        guard call.direction == .inbound || exit.words != nil else { return }
        books.past.add(
            PastCall(
                id: call.id, session: call.session, round: call.round, vendor: call.vendor,
                organization: call.organization, provider: call.currentProvider, outcome: exit.outcome,
                farewell: exit.words,
                line: exit.words == nil ? nil : call.line?.id, asks: books.request(call, leavingBy: exit),
                mayStand: exit.words == .hangUp && call.line != nil),
            limits: limits, into: &effects)
    }

    /// The system's side of it: told at once, or when all its reports have come to completion (pitfall 6). A call that
    /// the person took on the system's own screen is there, whatever its report has still to say.
    private mutating func close(_ call: PhoneCall, _ reason: SystemEndReason?, into effects: inout [PhoneEffect]) {
        guard call.report.outstanding > 0 else {
            if let reason, call.report.isKnown { effects.append(.report(.ended(call.id, reason))) }
            return books.calls.remove(call.id)
        }
        let left = call.isTaken ? nil : reason
        if call.isTaken, let reason { effects.append(.report(.ended(call.id, reason))) }
        books.calls.change(call.id) { call in
            call.stage = .over(left)
            call.report.isKnown = left == nil ? false : call.report.isKnown
            call.line = nil
            call.requests = []
            call.awaitsInvite = false
            call.guardsUnmute = false
        }
        effects.append(.startTimer(.report(call.id), after: limits.reportWait))
    }

    private func stopTimers(of call: PhoneCall, into effects: inout [PhoneEffect]) {
        switch call.stage {
        case .ringing: effects.append(.stopTimer(.ring(call.id)))
        case .answering: effects.append(.stopTimer(.answer(call.id)))
        case .requested, .abandoned, .started: effects.append(.stopTimer(.dial(call.id)))
        case .dialing, .connected, .over: break
        }
        if call.awaitsInvite { effects.append(.stopTimer(.invite(call.id))) }
        if call.guardsUnmute { effects.append(.stopTimer(.unmuteGuard(call.id))) }
    }

    /// Forgets a call that is over, telling its end to the system if that has the call.
    mutating func bury(_ call: PhoneCall, tells: Bool, into effects: inout [PhoneEffect]) {
        guard case .over(let reason) = call.stage else { return }
        effects.append(.stopTimer(.report(call.id)))
        if let reason, tells { effects.append(.report(.ended(call.id, reason))) }
        books.calls.remove(call.id)
    }

    /// Changes a call, and lets it leave if that is what follows.
    mutating func change(
        _ id: CallUUID, into effects: inout [PhoneEffect],
        _ body: (inout PhoneCall, inout [PhoneEffect]) -> CallExit?
    ) {
        guard let exit = books.calls.change(id, { body(&$0, &effects) }) ?? nil else { return }
        finish(id, exit, into: &effects)
    }
}
