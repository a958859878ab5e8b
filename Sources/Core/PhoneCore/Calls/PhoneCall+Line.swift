import CallModel

/// The line of the call: its INVITE, its state and its end.
extension PhoneCall {
    /// An INVITE came that belongs to this call. If the call already has a line, this one is a surplus branch of it to
    /// the same device.
    mutating func invited(
        on line: LineID, over registration: RegistrationID, _ naming: CallIdentifiers, _ caller: CallDisplay,
        byNumber: Bool, into effects: inout [PhoneCallEffect]
    ) {
        guard stage.isIncoming, self.line == nil || marks.leadsNowhere else {
            return effects.append(.phone(.line(.decline(line, isBusy: true))))
        }
        // The former line was on its way when the exchange dialed the new one in its place.
        if let former = self.line { effects.append(.phone(.line(.decline(former.id, isBusy: true)))) }
        if byNumber { effects.append(.phone(.log(.pairedByNumber(id)))) }
        learn(naming, display: caller, into: &effects)
        bind(line, over: registration, into: &effects)
    }

    /// The INVITE of this call came.
    mutating func bind(
        _ line: LineID, over registration: RegistrationID, into effects: inout [PhoneCallEffect]
    ) {
        self.line = CallLine(id: line, registration: registration, state: CallState(idle: direction))
        marks.awaitsReason = false
        stopAwaitingInvite(into: &effects)
        if isMuted { effects.append(.phone(.line(.mute(line, true)))) }
        if case .answering = stage { effects.append(.phone(.line(.answer(line)))) }
    }

    /// The state of the line changed.
    mutating func lineChanged(_ state: CallState, into effects: inout [PhoneCallEffect]) {
        line?.state = state
        guard state.progress == .active else { return }
        switch stage {
        case .answering(let actions):
            effects += actions.map { .phone(.complete($0, .fulfilled)) }
            effects.append(.stopTimer(.answer))
            stage = .connected
        case .dialing:
            effects.append(.phone(.report(.connected(id))))
            stage = .connected
            guardsUnmute = isMuted
            if isMuted { effects.append(.startTimer(.unmuteGuard, within: nil)) }
        case .ringing, .requested, .abandoned, .started, .connected, .over:
            return  // The call is connected already, or was never answered and the line got no order for this.
        }
        effects.append(.connected)
    }

    /// The line ended.
    ///
    /// A carrier cancels all legs of a ring in the same way, and only the exchange knows why. The phone asks it, and
    /// the call rings on until the answer or for ``PhoneLimits/reasonWait``, even if the carrier's connection fails.
    mutating func lineEnded(
        _ ending: Ending, isReported: Bool, canAsk: Bool, into effects: inout [PhoneCallEffect]
    ) {
        let isCarriers = line?.registration.provider == .carrier
        line = nil
        guard stage.isLive else { return }
        if isCarriers, canAsk, stage.isIncoming, ending.reason == .cancelled, session != nil {
            marks.asksStatus = true
            marks.awaitsReason = true
            awaitsInvite = true
            return effects.append(.startTimer(.reason, within: nil))
        }
        if marks.isLost, ending.reason == .completed {
            return leave(.elsewhere(marks.answeredBy, self), into: &effects)
        }
        var exit = CallExit.remote(ending.reason, reported: isReported ? ending : nil, self)
        exit.isGuess = !isReported && exit.isMissed
        leave(exit, into: &effects)
    }

    /// The line could not carry out an order.
    mutating func lineFailed(_ failure: LineFailure, into effects: inout [PhoneCallEffect]) {
        switch failure {
        case .dial:
            guard stage == .dialing else { return }
            line = nil
            leave(.dialFailed, into: &effects)
        case .answer: if case .answering = stage { leave(.answerFailed, into: &effects) }
        case .hold: correctHold(false, into: &effects)
        case .resume: correctHold(true, into: &effects)
        case .digits: break  // The person notices that the other side does not react to the digit.
        case .transfer: transferFailed(nil, into: &effects)
        }
    }
}

/// The connection of the call's registration, over which the INVITE comes or goes.
extension PhoneCall {
    /// The phase of the connection changed. When it becomes ready, a pending outbound call is dialed, and an announced
    /// call begins to wait for its INVITE; when it is lost, the call stops waiting. After a loss the exchange is asked
    /// for what happened meanwhile.
    mutating func connectionChanged(
        _ registration: RegistrationID, _ phase: ConnectionPhase, canAsk: Bool,
        into effects: inout [PhoneCallEffect]
    ) {
        if canAsk, stage.isIncoming, session != nil { noteLoss(phase) }
        guard stage.isLive, line == nil else { return }
        guard phase == .ready else { return stopAwaitingInvite(into: &effects) }
        dial(over: registration, into: &effects)
        awaitInvite(into: &effects)
    }

    private mutating func noteLoss(_ phase: ConnectionPhase) {
        switch phase {
        case .ready:
            marks.asksStatus = marks.asksStatus || marks.isCutOff
            marks.isCutOff = false
        case .reconnecting, .waiting, .resting: marks.isCutOff = true
        case .offline, .connecting, .refused: break
        }
    }

    /// The connection will not come. A ringing call may find another way.
    mutating func giveUpConnection(into effects: inout [PhoneCallEffect]) {
        guard line == nil else { return }
        switch stage {
        case .answering: leave(.answerFailed, into: &effects)
        case .started: leave(.dialFailed, into: &effects)
        case .ringing, .requested, .abandoned, .dialing, .connected, .over: break
        }
    }

    /// The registration where the call waits has changed. The state of the former connection then says nothing about
    /// it.
    mutating func move(isReady: Bool, into effects: inout [PhoneCallEffect]) {
        stopAwaitingInvite(into: &effects)
        if isReady { awaitInvite(into: &effects) }
    }

    /// Starts to wait for the INVITE, because the provider is connected.
    mutating func awaitInvite(into effects: inout [PhoneCallEffect]) {
        guard stage.isIncoming, line == nil, !awaitsInvite else { return }
        awaitsInvite = true
        effects.append(.startTimer(.invite, within: nil))
    }

    /// Stops waiting for the INVITE: it came, or the connection to its sender was lost.
    mutating func stopAwaitingInvite(into effects: inout [PhoneCallEffect]) {
        guard awaitsInvite, !marks.awaitsReason else { return }
        awaitsInvite = false
        effects.append(.stopTimer(.invite))
    }
}
