import CallModel

/// Identifies a deadline of the phone.
///
/// A stopped timer may still fire once if it was already on its way. The phone therefore judges each timer by the
/// current state and ignores an outdated one.
public enum PhoneTimer: Hashable, Sendable {
    /// The call has rung for the maximum time, ``PhoneLimits/ringDuration``.
    case ring(CallUUID)
    /// The exchange was connected for ``PhoneLimits/inviteWait`` and has not sent the INVITE. Or the carrier ended the
    /// line, and the exchange has not said why within ``PhoneLimits/reasonWait``.
    case invite(CallUUID)
    /// The person answered, and media has not started within ``PhoneLimits/answerWait``.
    case answer(CallUUID)
    /// The dialed call has not reached the exchange within ``PhoneLimits/dialWait``.
    case dial(CallUUID)
    /// A report has not completed within ``PhoneLimits/reportWait``.
    case report(CallUUID)
    /// The time ended in which the system may unmute a call by itself, ``PhoneLimits/unmuteGuard``.
    case unmuteGuard(CallUUID)
    /// A pending termination to the exchange is no longer useful. ``PhoneLimits/terminationDuration``.
    case termination(CallUUID)
    /// The outcome of a call that rang in the previous process is still unknown after ``PhoneLimits/outcomeWait``.
    case outcome
    /// The system has not activated the audio session within ``PhoneLimits/activationWait`` after a call was resumed.
    case activation
    /// A timer of ``NetworkWatch``.
    case network(NetworkTimer)
    /// A timer of one registration's ``ConnectionMachine``.
    case connection(RegistrationID, ConnectionTimer)
    /// A timer of ``OrganizationState``.
    case organizations(OrganizationTimer)
    /// A timer of ``SessionLifecycle``.
    case session(SessionTimer)
    /// A timer of ``CredentialRefresh``.
    case credentials(CredentialTimer)
    /// A timer of ``PushTokenRegistration``.
    case tokens(PushTokenTimer)
    /// A timer of ``PushKeyRegistration``.
    case pushKeys(PushKeyTimer)
    /// A timer of ``SignOut``.
    case signOut(SignOutTimer)
    /// A request to the exchange about a call that rings is due, for the first time or again.
    case ringRequest(RingRequests.Request)
}

/// Deadlines. Each is judged by the current state; an outdated one does nothing.
extension Phone {
    mutating func handle(_ timer: PhoneTimer, into effects: inout [PhoneEffect]) {
        switch timer {
        case .ring(let id): pass(.timer(.ring), to: id, into: &effects)
        case .invite(let id): pass(.timer(.invite), to: id, into: &effects)
        case .answer(let id): pass(.timer(.answer), to: id, into: &effects)
        case .dial(let id): pass(.timer(.dial), to: id, into: &effects)
        case .report(let id): pass(.timer(.report), to: id, into: &effects)
        case .unmuteGuard(let id): pass(.timer(.unmuteGuard), to: id, into: &effects)
        case .termination(let id): state.past.expire(id)
        case .outcome: pass(MissedCallNotices.Event.timerFired, into: &effects)
        case .activation: pass(AudioController.Event.timerFired, into: &effects)
        case .network(let timer): pass(.timerFired(timer), into: &effects)
        case .connection(let registration, let timer):
            pass(.one(registration, .timerFired(timer)), into: &effects)
        case .organizations(let timer): pass(OrganizationState.Event.timerFired(timer), into: &effects)
        case .session(let timer): pass(SessionLifecycle.Event.timerFired(timer), into: &effects)
        case .credentials(let timer): pass(CredentialRefresh.Event.timerFired(timer), into: &effects)
        case .tokens(let timer): pass(PushTokenRegistration.Event.timerFired(timer), into: &effects)
        case .pushKeys(let timer): pass(PushKeyRegistration.Event.timerFired(timer), into: &effects)
        case .ringRequest(let request): pass(RingRequests.Event.timerFired(request), into: &effects)
        case .signOut(let timer): pass(SignOut.Event.timerFired(timer), into: &effects)
        }
    }
}
