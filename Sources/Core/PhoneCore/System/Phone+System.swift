/// Events of CallKit.
extension Phone {
    mutating func handle(_ event: SystemEvent, into effects: inout [PhoneEffect]) {
        switch event {
        case .reported(let id, let purpose, let refusal): reported(id, purpose, refusal, into: &effects)
        case .requested(let request, let refusal): requested(request, refusal, into: &effects)
        case .perform(let action, let what, let timeLeft): perform(what, action, timeLeft, into: &effects)
        case .timedOut(let action, let what):
            effects.append(.log(.actionTimedOut(what.call)))
            change(what.call, into: &effects) { call, _ in call.answerTimedOut(action) }
        case .audioActivated: state.audio.activated(into: &effects)
        case .audioDeactivated: state.audio.deactivated()
        case .reset: reset(into: &effects)
        }
    }

    /// The system lost all its calls, so no ends are reported to it. Source: C24.
    private mutating func reset(into effects: inout [PhoneEffect]) {
        state.audio.deactivated()
        for call in state.calls.calls {
            var exit = CallExit.reset(call)
            exit.report = nil
            finish(call.id, exit, into: &effects)
            // A pending report may recreate the call in the system. `reported` then ends it, because the phone no
            // longer has it.
            if let left = state.calls[call.id] { forgetEnded(left, reports: false, into: &effects) }
        }
    }

    private mutating func perform(
        _ what: SystemAction, _ action: SystemActionID, _ timeLeft: Duration?, into effects: inout [PhoneEffect]
    ) {
        guard let call = state.calls[what.call], call.stage.isLive || call.stage == .abandoned else {
            if case .end(let id) = what { settledBySystem(id) }
            if case .answer(let id) = what { sendEnd(id, into: &effects) }
            return performUnknown(what, action, into: &effects)
        }
        switch what {
        case .start:
            let registration = state.isReady(call) ? state.registration(of: call) : nil
            change(call.id, into: &effects) { $0.start(action, over: registration, into: &$1) }
        case .answer: answer(call, action, timeLeft, into: &effects)
        case .end:
            finish(call.id, .ended(call, declines: limits.systemDecline), into: &effects)
            effects.append(.complete(action, .fulfilled))
        case .hold(_, let isOn): hold(call, isOn, action, into: &effects)
        case .mute(_, let isOn): state.calls.change(call.id) { $0.mute(isOn, action, into: &effects) }
        case .digits(_, let digits): call.sendDigits(digits, action, into: &effects)
        case .group: effects.append(.complete(action, .failed))
        }
    }

    /// The system ended a call just before it was told of the end.
    private mutating func settledBySystem(_ id: CallUUID) {
        state.calls.change(id) { call in
            call.stage = .over(nil)
            call.report.isKnown = false
        }
    }

    /// The person answers a call that has ended. The system then has the call, even if its report has not completed,
    /// and is told the reason before the answer fails.
    private mutating func sendEnd(_ id: CallUUID, into effects: inout [PhoneEffect]) {
        guard case .over(let reason?) = state.calls[id]?.stage else { return }
        effects.append(.report(.ended(id, reason)))
        settledBySystem(id)
    }

    /// Completes an action for an ended call or a call of an earlier process. If the end of a call failed, the call
    /// would stay on the screen. Source: C33 (observed).
    private func performUnknown(_ what: SystemAction, _ action: SystemActionID, into effects: inout [PhoneEffect]) {
        switch what {
        case .end, .mute, .hold: effects.append(.complete(action, .fulfilled))
        case .start, .answer, .digits, .group: effects.append(.complete(action, .failed))
        }
    }

    private mutating func hold(
        _ call: PhoneCall, _ isOn: Bool, _ action: SystemActionID, into effects: inout [PhoneEffect]
    ) {
        let isResumed = state.calls.change(call.id) { $0.hold(isOn, action, into: &effects) } ?? false
        guard isResumed else { return }
        yieldOthers(to: call.id, into: &effects)
        state.audio.resumed(limits: limits, into: &effects)
    }

    /// Holds all other active calls, because at most one call has audio.
    mutating func yieldOthers(to id: CallUUID, into effects: inout [PhoneEffect]) {
        for other in state.calls.calls where other.id != id && other.isActive {
            state.calls.change(other.id) { $0.yield(into: &effects) }
        }
    }
}

/// Answering calls.
extension Phone {
    mutating func answer(
        _ call: PhoneCall, _ action: SystemActionID, _ timeLeft: Duration?, into effects: inout [PhoneEffect]
    ) {
        state.calls.change(call.id) { [limits] in
            $0.answer(action, timeLeft: timeLeft, limits: limits, into: &effects)
        }
        guard call.stage == .ringing else { return }
        removeAlert(of: call.session, call.round, into: &effects)
        if call.line == nil { fetchCredentials(for: call, into: &effects) }
    }
}
