import CallModel

/// How a call leaves: the reports to the system and the exchange, and its outcome.
struct CallExit: Hashable, Sendable {
    /// The reason for the system; `nil` if the system knows of the end.
    var report: SystemEndReason?
    /// The termination for the exchange; `nil` if the exchange knows of the end or must not be told.
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

/// Every call ends in this way.
extension PhoneCall {
    /// Ends the call: completes pending actions, tells the system and the exchange, and has the call remembered.
    mutating func leave(_ exit: CallExit, into effects: inout [PhoneCallEffect]) {
        guard stage.isLive || stage == .abandoned else { return }
        stopTimers(into: &effects)
        if direction == .inbound { removeAlert(into: &effects) }
        part(exit, into: &effects)
        var left = self
        // The report must precede the failing answers: these remove the call from the system, and the system would show
        // no reason (C41).
        close(exit.report, into: &effects)
        left.failAnswers(into: &effects)
        guard let end = CallEnd(left, exit) else { return }
        effects.append(.phone(.publish(.ended(end))))
        guard direction == .inbound else { return }
        effects.append(
            .outcome(
                CallOutcome(
                    id, .inbound, exit.isMissed ? exit.outcome : max(exit.outcome, .declined),
                    organization: organization, display: display, reported: exit.reported)))
    }

    /// Tells the exchange of the end, and has the call remembered.
    private func part(_ exit: CallExit, into effects: inout [PhoneCallEffect]) {
        if let words = exit.words, let line { effects.append(.phone(.line(words.order(for: line.id)))) }
        guard direction == .inbound || exit.words != nil else { return }
        effects.append(
            .remember(
                PastCall(
                    id: id, session: session, round: round, vendor: vendor, organization: organization,
                    provider: currentProvider, outcome: exit.outcome, termination: exit.words,
                    line: exit.words == nil ? nil : line?.id, asks: request(leavingBy: exit),
                    mayStand: exit.words == .hangUp && line != nil)))
    }

    /// Tells the system of the end: at once, or after all reports of the call have completed (pitfall 6). The system
    /// certainly has a call that the person answered on its screen, even if its report has not completed.
    private mutating func close(_ reason: SystemEndReason?, into effects: inout [PhoneCallEffect]) {
        guard report.outstanding > 0 else {
            if let reason, report.isKnown { effects.append(.phone(.report(.ended(id, reason)))) }
            return effects.append(.gone)
        }
        let left = isTaken ? nil : reason
        if isTaken, let reason { effects.append(.phone(.report(.ended(id, reason)))) }
        stage = .over(left)
        report.isKnown = left == nil ? false : report.isKnown
        line = nil
        requests = []
        awaitsInvite = false
        guardsUnmute = false
        effects.append(.startTimer(.report, within: nil))
    }

    private func stopTimers(into effects: inout [PhoneCallEffect]) {
        switch stage {
        case .ringing: effects.append(.stopTimer(.ring))
        case .answering: effects.append(.stopTimer(.answer))
        case .requested, .abandoned, .started: effects.append(.stopTimer(.dial))
        case .dialing, .connected, .over: break
        }
        if awaitsInvite { effects.append(.stopTimer(.invite)) }
        if guardsUnmute { effects.append(.stopTimer(.unmuteGuard)) }
    }

    /// Forgets the ended call. It tells the system of the end if the system has the call.
    func forgetEnded(reports: Bool, into effects: inout [PhoneCallEffect]) {
        guard case .over(let reason) = stage else { return }
        effects.append(.stopTimer(.report))
        if let reason, reports { effects.append(.phone(.report(.ended(id, reason)))) }
        effects.append(.gone)
    }

    /// The system lost all its calls, so no end is reported to it. Source: C24.
    mutating func reset(into effects: inout [PhoneCallEffect]) {
        var exit = CallExit.reset(self)
        exit.report = nil
        leave(exit, into: &effects)
        // A pending report may recreate the call in the system. `CallSet` then ends it, because it no longer has it.
        forgetEnded(reports: false, into: &effects)
    }

    /// Removes the alert of the call. The exchange may show an alert beside the push that woke the phone, and the phone
    /// does not learn of it. So the alert is removed when the call is answered and again when it ends, because it may
    /// have come in between. The alert of another round of the call stays.
    func removeAlert(into effects: inout [PhoneCallEffect]) {
        if let session { effects.append(.phone(.notification(.removeAlert(session, round)))) }
    }
}
