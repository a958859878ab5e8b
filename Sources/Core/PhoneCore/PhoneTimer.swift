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
