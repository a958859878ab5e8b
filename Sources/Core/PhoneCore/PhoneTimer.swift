import CallModel

/// Names a deadline of the phone.
///
/// A timer that was stopped may still come once, if it was on its way: each is judged by the state it finds, so that
/// one that is out of date does nothing.
public enum PhoneTimer: Hashable, Sendable {
    /// The call has rung for as long as it may. ``PhoneLimits/ringDuration``.
    case ring(CallUUID)
    /// The exchange could be heard for long enough and has not sent the INVITE. ``PhoneLimits/inviteWait``.
    /// Or the carrier ended its line, and the exchange has not said why. ``PhoneLimits/reasonWait``.
    case invite(CallUUID)
    /// The person answered and media has not come to flow. ``PhoneLimits/answerWait``.
    case answer(CallUUID)
    /// The call that was dialled has not been handed to the exchange. ``PhoneLimits/dialWait``.
    case dial(CallUUID)
    /// A report has not come to completion. ``PhoneLimits/reportWait``.
    case report(CallUUID)
    /// The system may unmute the call by itself until then. ``PhoneLimits/unmuteGuard``.
    case unmuteGuard(CallUUID)
    /// What the exchange is to be told of a call that is over has lost its use. ``PhoneLimits/farewellDuration``.
    case farewell(CallUUID)
    /// Nobody has said what became of a call that rang when the process before ended. ``PhoneLimits/outcomeWait``.
    case outcome
    /// The system has had time to activate the audio session after a call was resumed. ``PhoneLimits/activationWait``.
    case activation
    case network(NetworkTimer)
    case connection(RegistrationID, ConnectionTimer)
    case organizations(OrganizationTimer)
    case session(SessionTimer)
    case credentials(CredentialTimer)
    case tokens(TokenTimer)
    case pushKeys(PushKeyTimer)
    case signOut(SignOutTimer)
    /// A request about a call that rings is due, for the first time or again.
    case ringRequest(RingRequests.Request)
}

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
