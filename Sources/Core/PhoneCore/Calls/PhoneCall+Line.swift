import CallModel

extension PhoneCall {
    /// The INVITE of this call came.
    mutating func bind(
        _ line: LineID, over registration: RegistrationID, limits: PhoneLimits, into effects: inout [PhoneEffect]
    ) {
        self.line = BoundLine(id: line, registration: registration, state: CallState(idle: direction))
        marks.awaitsReason = false
        stopAwaitingInvite(into: &effects)
        if isMuted { effects.append(.line(.mute(line, true))) }
        if case .answering = stage { effects.append(.line(.answer(line))) }
    }

    /// The line changed.
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
            return  // Stands already, or has not been taken: the line is ahead of an order that was never given.
        }
    }

    /// The line is over.
    ///
    /// A carrier cancels every leg of a ring alike, and only the exchange knows why. It is asked, and the call rings on until
    /// it answers, or for ``PhoneLimits/reasonWait``, whatever becomes of the carrier's connection.
    ///
    /// - Parameter canAsk: whether the exchange answers this phone's questions.
    mutating func lineEnded(
        _ ending: Ending, isTold: Bool, canAsk: Bool, limits: PhoneLimits, into effects: inout [PhoneEffect]
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
        if marks.isLost, ending.reason == .completed { return .elsewhere(marks.takenBy, self) }
        var exit = CallExit.remote(ending.reason, told: isTold ? ending : nil, self)
        exit.isGuess = !isTold && exit.isMissed
        return exit
    }

    /// The line could not do what it was ordered.
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
        case .digits: break  // The peer did not hear a digit; the person hears that nothing happens.
        }
        return nil
    }
}
