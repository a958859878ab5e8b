import CallModel

/// Deadlines. Each is judged by what it finds: one that is out of date does nothing.
extension Phone {
    mutating func take(_ timer: PhoneTimer, into effects: inout [PhoneEffect]) {
        switch timer {
        case .ring(let id): finish(id, .ringLimit, if: { $0.stage == .ringing }, into: &effects)
        case .invite(let id):
            guard let call = books.calls[id], call.awaitsInvite else { return }
            finish(id, call.stage == .ringing ? .inviteMissing : .answerFailed, into: &effects)
        case .answer(let id):
            finish(id, .answerFailed, if: { if case .answering = $0.stage { true } else { false } }, into: &effects)
        case .dial(let id): dialTimedOut(id, into: &effects)
        case .report(let id):
            // The system may have it or not: an end it knows nothing of does no harm.
            if let call = books.calls[id] { bury(call, tells: true, into: &effects) }
        case .unmuteGuard(let id): books.calls.change(id) { $0.guardsUnmute = false }
        case .farewell(let id): books.past.expire(id)
        case .outcome: tell(NoticeLedger.Event.timerFired, into: &effects)
        case .activation: books.audio.activationWaitOver()
        case .network(let timer): tell(.timerFired(timer), into: &effects)
        case .connection(let registration, let timer):
            tell(.one(registration, .timerFired(timer)), into: &effects)
        case .organizations(let timer): tell(OrganizationBook.Event.timerFired(timer), into: &effects)
        case .session(let timer): tell(SessionKeeper.Event.timerFired(timer), into: &effects)
        case .credentials(let timer): tell(CredentialKeeper.Event.timerFired(timer), into: &effects)
        case .tokens(let timer): tell(TokenLedger.Event.timerFired(timer), into: &effects)
        case .pushKeys(let timer): tell(PushKeyRegistration.Event.timerFired(timer), into: &effects)
        case .ringRequest(let request): tell(RingRequests.Event.timerFired(request), into: &effects)
        case .signOut(let timer): tell(SignOut.Event.timerFired(timer), into: &effects)
        }
    }

    private mutating func finish(
        _ id: CallUUID, _ exit: CallExit, if holds: (PhoneCall) -> Bool, into effects: inout [PhoneEffect]
    ) {
        guard let call = books.calls[id], holds(call) else { return }
        finish(id, exit, into: &effects)
    }

    private mutating func dialTimedOut(_ id: CallUUID, into effects: inout [PhoneEffect]) {
        switch books.calls[id]?.stage {
        case .requested, .started:
            finish(id, .dialFailed, into: &effects)
            effects.append(.publish(.failed(id, .timedOut)))
        case .abandoned: finish(id, CallExit(outcome: .cancelled), into: &effects)
        case .ringing, .answering, .dialing, .connected, .over, nil: break
        }
    }
}
