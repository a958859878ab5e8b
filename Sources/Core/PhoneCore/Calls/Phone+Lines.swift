import CallModel

/// Events of signaling calls.
extension Phone {
    mutating func handle(_ event: LineEvent, on line: LineID, into effects: inout [PhoneEffect]) {
        switch event {
        case .invited(let invitation): invited(invitation, on: line, into: &effects)
        case .changed(let state): changed(state, on: line, into: &effects)
        case .farewellLost: state.past.farewellLost(on: line, limits: limits, into: &effects)
        case .ended(let ending, let isReported):
            state.past.lineEnded(line)
            guard let call = state.calls.call(on: line) else { return }
            change(call.id, into: &effects) { [limits, canAsk = state.session.isUsable] in
                $0.lineEnded(ending, isReported: isReported, canAsk: canAsk, limits: limits, into: &$1)
            }
        case .failed(let failure):
            guard let call = state.calls.call(on: line) else { return }
            change(call.id, into: &effects) { $0.lineFailed(failure, into: &$1) }
        }
    }

    private mutating func changed(_ callState: CallState, on line: LineID, into effects: inout [PhoneEffect]) {
        guard let call = state.calls.call(on: line) else { return }
        state.calls.change(call.id) { [limits] in $0.lineChanged(callState, limits: limits, into: &effects) }
        guard call.stage != .connected, state.calls[call.id]?.stage == .connected else { return }
        yieldOthers(to: call.id, into: &effects)
    }

    /// An INVITE came: for a call that a push announced, for an ended call, or for a call that was not announced.
    private mutating func invited(_ invitation: IncomingInvite, on line: LineID, into effects: inout [PhoneEffect]) {
        let naming = CallIdentifiers(invitation)
        switch PushCorrelator(calls: state.calls, past: state.past).match(naming) {
        case .known(let id, let byNumber):
            beginRound(naming, of: id, into: &effects)
            guard let call = state.calls[id], call.stage.isIncoming, call.line == nil || call.marks.leadsNowhere else {
                // The call already has a line. This one is a surplus branch of it to the same device.
                return effects.append(.line(.decline(line, isBusy: true)))
            }
            // The former line was on its way when the exchange dialed the new one in its place.
            if let former = call.line { effects.append(.line(.decline(former.id, isBusy: true))) }
            if byNumber { effects.append(.log(.pairedByNumber(id))) }
            let display = state.display(invitation.caller, of: invitation.registration.organization)
            state.calls.change(id) { [limits] in
                $0.learn(naming, display: display, into: &effects)
                $0.bind(line, over: invitation.registration, limits: limits, into: &effects)
            }
            takeUp(naming, into: &effects)
            endTwin(of: id, naming, into: &effects)
        case .over(let past): state.past.meet(past.id, on: line, into: &effects)
        case .outdated: break  // The exchange has already ended this round.
        case .new, .oneOfSeveral: ringUnannounced(invitation, on: line, into: &effects)
        }
    }

    /// Ends the twin of a call. Nothing connected the two pushes of the call before, so it rang twice; the INVITE names
    /// both.
    private mutating func endTwin(of id: CallUUID, _ naming: CallIdentifiers, into effects: inout [PhoneEffect]) {
        guard let vendor = naming.vendor,
            let twin = state.calls.calls.first(where: {
                $0.id != id && $0.vendor == vendor && $0.session == nil && $0.stage.isIncoming && $0.line == nil
            })
        else { return }
        finish(twin.id, .twin, into: &effects)
    }

    /// Rings for a call without a push. The app was connected, so no push was needed or it is still on its way.
    private mutating func ringUnannounced(
        _ invitation: IncomingInvite, on line: LineID, into effects: inout [PhoneEffect]
    ) {
        guard state.calls.liveCount < limits.callsMax, !state.refusesCalls else {
            return effects.append(.line(.decline(line, isBusy: true)))
        }
        let spare = CallUUID(line: line, process: state.process)
        let id = state.name(invitation.session, invitation.vendor) ?? spare
        let isUsed = state.past.contains(id) || state.calls[id] != nil
        var call = PhoneCall(
            id: isUsed ? spare : id, direction: .inbound, session: invitation.session, round: invitation.round,
            vendor: invitation.vendor, organization: invitation.registration.organization,
            display: state.display(invitation.caller, of: invitation.registration.organization),
            isCallerTold: CallIdentifiers(invitation).includesCaller(invitation.caller), stage: .ringing)
        call.bind(line, over: invitation.registration, limits: limits, into: &effects)
        ring(call, for: limits.ringDuration, into: &effects)
    }
}

extension PhoneCall {
    /// The INVITE of this call came.
    mutating func bind(
        _ line: LineID, over registration: RegistrationID, limits: PhoneLimits, into effects: inout [PhoneEffect]
    ) {
        self.line = CallLine(id: line, registration: registration, state: CallState(idle: direction))
        marks.awaitsReason = false
        stopAwaitingInvite(into: &effects)
        if isMuted { effects.append(.line(.mute(line, true))) }
        if case .answering = stage { effects.append(.line(.answer(line))) }
    }

    /// The state of the line changed.
    mutating func lineChanged(_ state: CallState, limits: PhoneLimits, into effects: inout [PhoneEffect]) {
        line?.state = state
        guard state.progress == .active else { return }
        switch stage {
        case .answering(let actions):
            effects += actions.map { .complete($0, .fulfilled) }
            effects.append(.stopTimer(.answer(id)))
            stage = .connected
        case .dialing:
            effects.append(.report(.connected(id)))
            stage = .connected
            guard isMuted else { return }
            guardsUnmute = true
            effects.append(.startTimer(.unmuteGuard(id), after: limits.unmuteGuard))
        case .ringing, .requested, .abandoned, .started, .connected, .over:
            return  // The call is connected already, or was never answered and the line got no order for this.
        }
    }

    /// The line ended.
    ///
    /// A carrier cancels all legs of a ring in the same way, and only the exchange knows why. The phone asks it, and
    /// the call rings on until the answer or for ``PhoneLimits/reasonWait``, even if the carrier's connection fails.
    ///
    /// - Parameter canAsk: whether the exchange answers requests of this phone.
    mutating func lineEnded(
        _ ending: Ending, isReported: Bool, canAsk: Bool, limits: PhoneLimits, into effects: inout [PhoneEffect]
    ) -> CallExit? {
        let isCarriers = line?.registration.provider == .carrier
        line = nil
        guard stage.isLive else { return nil }
        if isCarriers, canAsk, stage.isIncoming, ending.reason == .cancelled, session != nil {
            marks.asksStatus = true
            marks.awaitsReason = true
            awaitsInvite = true
            effects.append(.startTimer(.invite(id), after: limits.reasonWait))
            return nil
        }
        if marks.isLost, ending.reason == .completed { return .elsewhere(marks.answeredBy, self) }
        var exit = CallExit.remote(ending.reason, reported: isReported ? ending : nil, self)
        exit.isGuess = !isReported && exit.isMissed
        return exit
    }

    /// The line could not carry out an order.
    mutating func lineFailed(_ failure: LineFailure, into effects: inout [PhoneEffect]) -> CallExit? {
        switch failure {
        case .dial:
            guard stage == .dialing else { return nil }
            line = nil
            return .dialFailed
        case .answer:
            guard case .answering = stage else { return nil }
            return .answerFailed
        case .hold: correctHold(false, into: &effects)
        case .resume: correctHold(true, into: &effects)
        case .digits: break  // The person notices that the other side does not react to the digit.
        }
        return nil
    }
}
