public import CallModel

/// Everything a phone asks of its shell, carried out in order.
public enum PhoneEffect: Hashable, Sendable {
    /// To `CXProvider`. Comes first where a push caused it.
    case report(ReportOrder)
    /// Completes an action of the system. Comes exactly once for each, unless the action timed out.
    case complete(SystemActionID, ActionOutcome)
    /// To `CXCallController`: one transaction. Its acceptance comes back as ``SystemEvent/requested(_:_:)``.
    case request(SystemRequestID, [SystemAction])
    /// To a signalling call, or to a client to make one.
    case line(LineOrder)
    /// To the client of a registration.
    case signaling(SignalingOrder)
    /// To the audio session and to media.
    case audio(AudioOrder)
    /// To the notification centre.
    case notification(NotificationOrder)
    /// To the file: the whole record, in place of the one before. Comes once a turn at most, behind the reports that
    /// the turn begins with and before everything else.
    case store(PhoneRecord)
    /// To the exchange's API: what stands in the token slot of this installation. The answer is `confirmed` or `failed`
    /// of ``PhoneEvent/tokens(_:)``.
    case upload(TokenLedger.Message)
    /// To the keys on the device: `make`, `erase`; to the exchange's API: `upload`. The answers come as
    /// ``PhoneEvent/pushKeys(_:)``. The others the phone carries out itself.
    case pushKeys(PushKeyRegistration.Decision)
    /// To the exchange's API: the token for alerts. The answer is ``PhoneEvent/alertTokenTold(_:_:)``.
    case uploadAlertToken(PushToken)
    /// To the exchange's API: how did this call end, for which the process before was ringing? The answer is `news` of
    /// ``PhoneEvent/notices(_:)``; none does no harm.
    case askOutcome(CallUUID, CallSessionID, OrganizationID?)
    /// To the exchange's API: about a call that rings, or rang. The answer is `replied` of ``PhoneEvent/rings(_:)``,
    /// once.
    case askRing(RingRequests.Request)
    /// To the exchange: news of this device are wanted from now on, as ``PhoneEvent/ringNews(_:)``, or are not.
    case listen(Bool)
    /// To the keychain and to the exchange's API: `ask`, `write`, `prune`, `purge`; and `settled`, for whoever switched.
    /// The others the phone carries out itself.
    case organizations(OrganizationBook.Decision)
    /// To the exchange's API: `renew`; and `over`, for the person.
    case session(SessionKeeper.Decision)
    /// To the exchange's API: credentials of every organisation. The answer is `fetched`, and `provisioned` of
    /// ``PhoneEvent/organizations(_:)`` for each; or `failed` of ``PhoneEvent/credentials(_:)``.
    case fetchCredentials
    /// A step of a sign-out that is the shell's: `session`, `identity`. The answer comes as ``PhoneEvent/signOut(_:)``.
    case signOut(SignOutStep)
    /// The exchange is owed a farewell of a call that is over, and no call keeps the process running any more: it is
    /// to be kept awake for as long as the system grants, or, with `false`, need not be. Said again for what is new.
    /// Source: C71.
    case keepAwake(Bool)
    /// A deadline; one of the same name is replaced.
    case startTimer(PhoneTimer, after: Duration)
    case stopTimer(PhoneTimer)
    /// What the person asked for was accepted or refused. Exactly one for each ticket, in the turn that took it.
    case settle(UserTicket, UserOutcome)
    /// To the app's own screens.
    case publish(PhoneNews)
    /// Something is needed from now on. Said again it does no harm.
    case prepare(Facility)
    /// To the log.
    case log(PhoneLog)
}

/// What a process does not set up before it is needed. Source: requirements B1.
public enum Facility: String, CaseIterable, Hashable, Sendable {
    /// Route and interruption observers.
    case audio
    /// The path monitor.
    case network
}

/// A line for the log. It carries nothing that names a person.
public enum PhoneLog: Hashable, Sendable {
    /// A call was reported only because its push had to be.
    case thrownAway(CallUUID, ThrowawayCause)
    /// The system refused to ring.
    case reportRefused(CallUUID, ReportRefusal)
    /// The system refused a transaction.
    case requestRefused(SystemRequestID, RequestRefusal)
    /// An action was not completed in time.
    case actionTimedOut(CallUUID)
    /// A push was joined to a call by the caller's number alone.
    case pairedByNumber(CallUUID)
    /// More farewells than are kept; the oldest was given up.
    case farewellGivenUp(CallUUID)
}

/// Why a push was not rung for.
public enum ThrowawayCause: String, CaseIterable, Hashable, Sendable {
    /// It could not be understood.
    case unreadable
    /// It came too late.
    case expired
    /// Its call is over.
    case sessionOver
    /// It only said that a call is over.
    case onlyNews
    /// There are as many calls as there may be.
    case busy
    /// The device has not been unlocked since it started, so nothing could be answered.
    case locked
    /// The person it is for is being signed out, or has been.
    case signedOut
}
