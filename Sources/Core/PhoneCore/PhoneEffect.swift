public import CallModel

/// All outputs of a phone. The shell carries them out in order.
public enum PhoneEffect: Hashable, Sendable {
    /// Report a call to `CXProvider`. This is the first effect if a push caused it.
    case report(ReportOrder)
    /// Complete an action of the system. Each action is completed exactly once, unless it timed out.
    case complete(SystemActionID, ActionOutcome)
    /// Request one transaction of `CXCallController`. The answer is ``SystemEvent/requested(_:_:)``.
    case request(SystemRequestID, [SystemAction])
    /// Order something of a signaling call, or have a client place one.
    case line(LineOrder)
    /// Order something of the client of a registration.
    case signaling(SignalingOrder)
    /// Order something of the audio session or of media.
    case audio(AudioOrder)
    /// Order something of the notification center.
    case notification(NotificationOrder)
    /// Replace the stored record as a whole. This comes at most once for each event, after the reports at the beginning
    /// and before all other effects.
    case store(PhoneRecord)
    /// Set the token slot of this installation at the exchange. The answer is `confirmed` or `failed` of
    /// ``PhoneEvent/tokens(_:)``.
    case upload(PushTokenRegistration.Message)
    /// Make or erase push keys on the device (`make`, `erase`), or give one to the exchange (`upload`). The answers
    /// come as ``PhoneEvent/pushKeys(_:)``. The phone carries out the other effects itself.
    case pushKeys(PushKeyRegistration.Effect)
    /// Give the token for alerts to the exchange. The answer is ``PhoneEvent/alertTokenReported(_:_:)``.
    case uploadAlertToken(DevicePushToken)
    /// Ask the exchange how a call ended that rang in the previous process. The answer is `update` of
    /// ``PhoneEvent/notices(_:)``; a missing answer does no harm.
    case askOutcome(CallUUID, CallSessionID, OrganizationID?)
    /// Send the exchange a request about a call that rings or rang. The answer is one `replied` of
    /// ``PhoneEvent/rings(_:)``.
    case askRing(RingRequests.Request)
    /// Begin (`true`) or stop (`false`) to listen to the exchange's news for this device. They come as
    /// ``PhoneEvent/ringUpdate(_:)``.
    case listen(Bool)
    /// Carry out an effect at the keychain or the exchange (`ask`, `write`, `prune`, `purge`), or report the end of a
    /// switch to its requester (`settled`). The phone carries out the other effects itself.
    case organizations(OrganizationState.Effect)
    /// Renew the session at the exchange (`renew`), or tell the person that it is over (`over`).
    case session(SessionLifecycle.Effect)
    /// Ask the exchange for the credentials of all organizations. The answer is `fetched`, and `provisioned` of
    /// ``PhoneEvent/organizations(_:)`` for each; or `failed` of ``PhoneEvent/credentials(_:)``.
    case fetchCredentials
    /// Carry out a step of a sign-out: `session` or `identity`. The answer comes as ``PhoneEvent/signOut(_:)``.
    case signOut(SignOutStep)
    /// Keep the process awake for as long as the system grants (`true`), because the exchange must still be told of an
    /// ended call and no live call keeps the process running; or let it sleep (`false`). `true` is repeated for each
    /// further call. Source: C71.
    case keepAwake(Bool)
    /// Start a timer. It replaces a timer of the same name.
    case startTimer(PhoneTimer, after: Duration)
    /// Stops a timer, if it runs.
    case stopTimer(PhoneTimer)
    /// Answer a request of the person. Each ticket gets exactly one answer, among the effects of the event that brought
    /// it.
    case settle(UserRequestID, UserOutcome)
    /// Tell the app's screens.
    case publish(PhoneUpdate)
    /// Set up a facility. Repetition does no harm.
    case prepare(ShellService)
    /// Write a line to the log.
    case log(PhoneLog)
}

/// Facilities of the shell that are set up only when needed: a launch for a push must not wait for them.
public enum ShellService: String, CaseIterable, Hashable, Sendable {
    /// Route and interruption observers.
    case audio
    /// The path monitor.
    case network
}

/// A line for the log. It contains nothing that identifies a person.
public enum PhoneLog: Hashable, Sendable {
    /// A call was reported only because its push had to be.
    case thrownAway(CallUUID, DiscardedPushReason)
    /// The system refused to report a call.
    case reportRefused(CallUUID, ReportRefusal)
    /// The system refused a transaction.
    case requestRefused(SystemRequestID, TransactionRefusal)
    /// An action was not completed in time.
    case actionTimedOut(CallUUID)
    /// A push was matched to a call by the caller's number alone.
    case pairedByNumber(CallUUID)
    /// More terminations were pending than the phone keeps, so it dropped the oldest.
    case terminationGivenUp(CallUUID)
}

/// Why a push did not make the phone ring.
public enum DiscardedPushReason: String, CaseIterable, Hashable, Sendable {
    /// Its payload could not be read.
    case unreadable
    /// It arrived too late.
    case expired
    /// Its call has ended.
    case sessionOver
    /// It only announced the end of a call.
    case onlyNews
    /// The maximum number of calls exists already.
    case busy
    /// The device has not been unlocked since it started, so the call could not be answered.
    case locked
    /// Its person is signing out or has signed out.
    case signedOut
}
