import CallModel

/// Requests of the person, and the system's answers to the transactions that they cause.
extension Phone {
    mutating func outcome(of request: UserRequest, into effects: inout [PhoneEffect]) -> UserOutcome {
        switch request {
        case .dial(let wish): return dial(wish, into: &effects)
        case .answer(let id, let other): return answer(id, other, into: &effects)
        case .end(let id): return end(id, into: &effects)
        case .decline(let id, let scope):
            state.calls.change(id) { $0.marks.declines = scope }
            return end(id, into: &effects)
        case .hold(let id, let isOn): return ask(id, .hold, .hold(id, isOn), into: &effects)
        case .mute(let id, let isOn): return ask(id, .mute, .mute(id, isOn), into: &effects)
        case .digits(let id, let digits):
            guard let digits = Digits.checked(digits) else { return .refused(.invalidDigits) }
            return ask(id, .digits, .digits(id, digits), into: &effects)
        case .speaker(let isOn):
            guard state.calls.liveCount > 0 else { return .refused(.notNow) }
            state.audio.setSpeaker(isOn, into: &effects)
            return .accepted(nil)
        case .audioRoute(let name):
            guard state.calls.liveCount > 0 else { return .refused(.notNow) }
            let isThere = state.audio.choose(state.audio.routes.output(named: name), into: &effects)
            return isThere ? .accepted(nil) : .refused(.unknownRoute)
        }
    }

    /// Answers a call. A second tap is accepted if the call is answered already or its request is under way. An answer
    /// that comes before the system has the call waits for its report.
    private mutating func answer(
        _ id: CallUUID, _ other: ActiveCallPolicy, into effects: inout [PhoneEffect]
    ) -> UserOutcome {
        guard let call = state.calls[id], call.stage.isLive else { return .refused(.unknownCall) }
        guard call.direction == .inbound else { return .refused(.notNow) }
        guard call.stage == .ringing, !call.requests.contains(TransactionKinds(.answer)) else { return .accepted(id) }
        guard call.report.isKnown else {
            state.calls.change(id) { $0.awaitedAnswer = other }
            return .accepted(id)
        }
        state.calls.change(id) { $0.requests.insert(TransactionKinds(.answer)) }
        let others = state.calls.calls.filter(\.isActive).map { active -> SystemAction in
            other == .hold ? .hold(active.id, true) : .end(active.id)
        }
        effects.append(.request(SystemRequestID(id, .answer), others + [.answer(id)]))
        return .accepted(id)
    }

    /// The system has the call now; an answer may have waited for that.
    mutating func answerIfAwaited(_ id: CallUUID, into effects: inout [PhoneEffect]) {
        guard let call = state.calls[id], call.report.isKnown, let other = call.awaitedAnswer else { return }
        state.calls.change(id) { $0.awaitedAnswer = nil }
        _ = answer(id, other, into: &effects)
    }

    private mutating func end(_ id: CallUUID, into effects: inout [PhoneEffect]) -> UserOutcome {
        guard let call = state.calls[id], call.stage.isLive else { return .refused(.unknownCall) }
        if call.stage == .requested {
            state.calls.change(id) { $0.stage = .abandoned }
            effects.append(.publish(.ended(CallEnd(id, .outbound, at: .dialing, .cancelled))))
        } else if call.report.isKnown {
            state.calls.change(id) { $0.ask(.end, .end(id), into: &effects) }
        } else {
            // The system has not confirmed the call yet and would refuse a transaction about it.
            finish(id, .ended(call, report: .declinedElsewhere), into: &effects)
        }
        return .accepted(id)
    }

    private mutating func ask(
        _ id: CallUUID, _ verb: TransactionKind, _ action: SystemAction, into effects: inout [PhoneEffect]
    ) -> UserOutcome {
        guard let call = state.calls[id], call.stage.isLive else { return .refused(.unknownCall) }
        guard call.report.isKnown, verb == .mute || call.stage == .connected else { return .refused(.notNow) }
        state.calls.change(id) { $0.ask(verb, action, into: &effects) }
        return .accepted(id)
    }

    /// The system accepted or refused a transaction.
    mutating func requested(
        _ request: SystemRequestID, _ refusal: TransactionRefusal?, into effects: inout [PhoneEffect]
    ) {
        if let refusal { effects.append(.log(.requestRefused(request, refusal))) }
        guard let call = state.calls[request.call], call.requests.contains(TransactionKinds(request.verb)) else {
            return
        }
        state.calls.change(call.id) { $0.requests.remove(TransactionKinds(request.verb)) }
        guard refusal != nil else { return }
        switch request.verb {
        case .start: startRefused(call, into: &effects)
        case .end: finish(call.id, .ended(call, report: .remoteEnded), into: &effects)
        case .answer, .hold, .mute, .digits: effects.append(.publish(.failed(call.id, .system)))
        }
    }
}
