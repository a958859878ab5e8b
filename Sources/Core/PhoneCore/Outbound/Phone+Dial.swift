/// Placing a call.
extension Phone {
    /// Asks the system for a call, if there may be one. What stands is held in the same transaction.
    mutating func dial(_ wish: DialRequest, into effects: inout [PhoneEffect]) -> UserOutcome {
        guard let number = DialNumber.normalized(wish.number) else { return .refused(.invalidNumber) }
        guard !books.refusesCalls, let organization = wish.organization ?? books.organization else {
            return .refused(.noOrganization)
        }
        guard books.calls.calls.allSatisfy(\.stage.allowsDialing) else { return .refused(.callUnderWay) }
        guard books.calls.liveCount < limits.callsMax else { return .refused(.busy) }
        guard books.calls[wish.spare] == nil, !books.past.contains(wish.spare) else { return .refused(.notNow) }
        let call = PhoneCall(dialing: wish, to: number, over: organization)
        let holds = books.calls.calls.filter(\.isActive).map { SystemAction.hold($0.id, true) }
        books.calls.add(call)
        effects.append(.startTimer(.dial(call.id), after: limits.dialWait))
        effects.append(.prepare(.audio))
        effects.append(.prepare(.network))
        effects.append(.request(SystemRequestID(call.id, .start), holds + [.start(call.id, call.display.handle)]))
        return .accepted(call.id)
    }

    /// The system would not have it: nothing is left of it.
    mutating func startRefused(_ call: PhoneCall, into effects: inout [PhoneEffect]) {
        let wasWished = call.stage == .requested
        finish(call.id, .dialFailed, into: &effects)
        if wasWished { effects.append(.publish(.failed(call.id, .system))) }
    }
}

extension CallStage {
    /// Whether another call may be dialled beside one at this stage: not while one comes in or is being dialled, so
    /// that a double tap has one effect.
    var allowsDialing: Bool {
        switch self {
        case .ringing, .answering, .requested, .abandoned, .started, .dialing: false
        case .connected, .over: true
        }
    }
}
