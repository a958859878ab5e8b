import CallModel

/// How a call leaves: the reports to the system and the exchange, and its outcome.
struct CallExit: Hashable, Sendable {
    /// The reason for the system; `nil` if the system knows of the end.
    var report: SystemEndReason?
    /// The farewell for the exchange; `nil` if the exchange knows of the end or must not be told.
    var words: CallTermination?
    /// The outcome of the call.
    var outcome: EndReason
    /// The exchange's account of the end; `nil` if the phone ends the call itself.
    var reported: Ending?
    /// Whether the person gets a notice of the call.
    var isMissed = false
    /// Whether the phone detected the end itself. The exchange knows the true outcome.
    var isGuess = false
    /// The person's device that answered, if the exchange says so.
    var answeredBy: RingDevice?
}

extension CallExit {
    /// The call rang for the maximum time. The exchange is not told, because other devices may ring on.
    static let ringLimit = CallExit(report: .unanswered, outcome: .noAnswer, isMissed: true, isGuess: true)
    /// The exchange was connected and sent no INVITE, so the caller had given up. Source: pitfall 5.
    static let inviteMissing = CallExit(
        report: .remoteEnded, outcome: .cancelled, isMissed: true, isGuess: true)
    /// There was no room for the call.
    static let busy = CallExit(report: .unanswered, words: .busy, outcome: .busy, isMissed: true)
    /// The system refused to report the call. The exchange is not told, because other devices may ring. Source: C26.
    static let reportRefused = CallExit(outcome: .failed)
    /// The person answered and media did not start. Source: C41.
    static let answerFailed = CallExit(report: .failed, words: .hangUp, outcome: .failed)
    /// The call is the same as another one that continues, so it was not missed.
    static let twin = CallExit(report: .answeredElsewhere, outcome: .answeredElsewhere)
    /// The connection of the call was lost for the maximum time.
    static let dropped = CallExit(report: .failed, words: .hangUp, outcome: .dropped)
    /// The call was dialed and did not reach the exchange.
    static let dialFailed = CallExit(report: .failed, outcome: .failed)
    /// The system created a second call of this name because the first had ended. Both end now. Source: C11.
    static let reportedTwice = CallExit(report: .unanswered, words: .decline, outcome: .declined)

    /// The person ended the call by the system's controls, or by the app's if the system never knew the call.
    ///
    /// - Parameter declines: the devices on which a ringing call is declined if the person did not choose them.
    static func ended(
        _ call: PhoneCall, report: SystemEndReason? = nil, declines: DeclineScope = .here
    ) -> CallExit {
        switch call.stage {
        case .ringing:
            CallExit(
                report: report, words: CallTermination(declining: call.marks.declines ?? declines), outcome: .declined)
        case .answering: CallExit(report: report, words: .hangUp, outcome: .declined)
        case .requested, .abandoned, .started: CallExit(report: report, outcome: .cancelled)
        case .dialing: CallExit(report: report, words: .hangUp, outcome: .cancelled)
        case .connected, .over: CallExit(report: report, words: .hangUp, outcome: .completed)
        }
    }

    /// The system lost all its calls. A ringing call continues to ring on other devices. Source: C24.
    static func reset(_ call: PhoneCall) -> CallExit {
        var exit = ended(call)
        if call.stage == .ringing { exit.words = nil }
        return exit
    }

    /// Another device answered.
    static func elsewhere(_ device: RingDevice?, reported: Ending? = nil, _ call: PhoneCall) -> CallExit {
        var exit = remote(.answeredElsewhere, reported: reported, call)
        exit.answeredBy = device
        return exit
    }

    /// The other side, another device or the exchange ended the call.
    ///
    /// - Parameter reported: the exchange's account with cause and SIP status, if it gave one.
    static func remote(_ reason: EndReason, reported: Ending? = nil, _ call: PhoneCall) -> CallExit {
        CallExit(
            report: SystemEndReason(reason, outbound: call.direction == .outbound), outcome: reason, reported: reported,
            isMissed: call.stage == .ringing && !reason.isSettledByUser)
    }
}

/// The only way in which a call leaves.
extension Phone {
    /// Ends a call: completes pending actions, tells the system and the exchange, and remembers the call.
    mutating func finish(_ id: CallUUID, _ exit: CallExit, into effects: inout [PhoneEffect]) {
        guard var call = state.calls[id], call.stage.isLive || call.stage == .abandoned else { return }
        stopTimers(of: call, into: &effects)
        if call.direction == .inbound { removeAlert(of: call.session, call.round, into: &effects) }
        part(with: call, exit, into: &effects)
        // The report must precede the failing answers: these remove the call from the system, and the system would show
        // no reason (C41).
        close(call, exit.report, into: &effects)
        call.failAnswers(into: &effects)
        guard let end = CallEnd(call, exit) else { return }
        effects.append(.publish(.ended(end)))
        guard call.direction == .inbound else { return }
        pass(
            .ended(
                CallOutcome(
                    id, .inbound, exit.isMissed ? exit.outcome : max(exit.outcome, .declined),
                    organization: call.organization, display: call.display, reported: exit.reported)),
            into: &effects)
    }

    /// Tells the exchange of the end and remembers the call.
    private mutating func part(with call: PhoneCall, _ exit: CallExit, into effects: inout [PhoneEffect]) {
        if let words = exit.words, let line = call.line { effects.append(.line(words.order(for: line.id))) }
        guard call.direction == .inbound || exit.words != nil else { return }
        state.past.add(
            PastCall(
                id: call.id, session: call.session, round: call.round, vendor: call.vendor,
                organization: call.organization, provider: call.currentProvider, outcome: exit.outcome,
                farewell: exit.words,
                line: exit.words == nil ? nil : call.line?.id, asks: state.request(call, leavingBy: exit),
                mayStand: exit.words == .hangUp && call.line != nil),
            limits: limits, into: &effects)
    }

    /// Tells the system of the end: at once, or after all reports of the call have completed (pitfall 6). The system
    /// certainly has a call that the person answered on its screen, even if its report has not completed.
    private mutating func close(_ call: PhoneCall, _ reason: SystemEndReason?, into effects: inout [PhoneEffect]) {
        guard call.report.outstanding > 0 else {
            if let reason, call.report.isKnown { effects.append(.report(.ended(call.id, reason))) }
            return state.calls.remove(call.id)
        }
        let left = call.isTaken ? nil : reason
        if call.isTaken, let reason { effects.append(.report(.ended(call.id, reason))) }
        state.calls.change(call.id) { call in
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

    /// Forgets an ended call. It tells the system of the end if the system has the call.
    mutating func forgetEnded(_ call: PhoneCall, reports: Bool, into effects: inout [PhoneEffect]) {
        guard case .over(let reason) = call.stage else { return }
        effects.append(.stopTimer(.report(call.id)))
        if let reason, reports { effects.append(.report(.ended(call.id, reason))) }
        state.calls.remove(call.id)
    }

    /// Changes a call, and ends it if the change demands that.
    mutating func change(
        _ id: CallUUID, into effects: inout [PhoneEffect],
        _ body: (inout PhoneCall, inout [PhoneEffect]) -> CallExit?
    ) {
        guard let exit = state.calls.change(id, { body(&$0, &effects) }) ?? nil else { return }
        finish(id, exit, into: &effects)
    }
}
