import CallModel

extension PhoneCall {
    /// The system says that the person took the call. The action waits until media flows; the deadline of our own
    /// comes before the system's, so that it is we who say that it failed. Source: C41, C43, C60.
    mutating func answer(
        _ action: SystemActionID, timeLeft: Duration?, limits: PhoneLimits, into effects: inout [PhoneEffect]
    ) {
        switch stage {
        case .ringing:
            stage = .answering([action])
            effects.append(.stopTimer(.ring(id)))
            effects.append(.audio(.configure))
            effects.append(.startTimer(.answer(id), after: limits.answerWait(within: timeLeft)))
            if let line { effects.append(.line(.answer(line.id))) }
        case .answering(let actions) where actions.count < PhoneLimits.answerActionsMax:
            stage = .answering(actions + [action])
        case .connected where direction == .inbound:
            effects.append(.complete(action, .fulfilled))
        case .answering, .connected, .requested, .abandoned, .started, .dialing, .over:
            effects.append(.complete(action, .failed))
        }
    }

    /// The system gave an answer up: it must not be completed any more.
    mutating func answerTimedOut(_ action: SystemActionID) -> CallExit? {
        guard case .answering(let actions) = stage, actions.contains(action) else { return nil }
        stage = .answering(actions.filter { $0 != action })
        return .answerFailed
    }

    /// Gives up the answers that wait.
    mutating func failAnswers(into effects: inout [PhoneEffect]) {
        guard case .answering(let actions) = stage else { return }
        effects += actions.map { .complete($0, .failed) }
        stage = .answering([])
    }
}

extension PhoneLimits {
    /// How long an answer waits: our own time, or what the system grants less a margin if that is shorter.
    func answerWait(within timeLeft: Duration?) -> Duration {
        guard let timeLeft else { return answerWait }
        return min(answerWait, max(timeLeft - actionMargin, timeLeft / 2))
    }
}
