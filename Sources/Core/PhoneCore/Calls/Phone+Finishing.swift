import CallModel

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
