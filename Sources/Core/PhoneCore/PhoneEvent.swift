/// Everything a phone can be told, grouped by where it comes from.
public enum PhoneEvent: Hashable, Sendable {
    /// First event of a process: what is left of the one before.
    case launched(Launch)
    /// A push was delivered. Handled synchronously; the first effect is the report, where one is owed.
    case push(VoIPPush)
    /// The push token changed; `nil` when it was invalidated.
    case pushToken(PushToken?)
    /// The system gave the token for alerts; said at each asking.
    case alertToken(PushToken)
    /// The exchange has that token for alerts, or could not be told of it.
    case alertTokenTold(PushToken, Bool)
    /// CallKit spoke.
    case system(SystemEvent)
    /// The person used the app's own screens.
    case user(UserTicket, UserRequest)
    /// The connection of one registration changed.
    case signaling(RegistrationID, SignalingEvent)
    /// A signalling call changed.
    case line(LineID, LineEvent)
    /// The audio hardware changed.
    case audio(AudioEvent)
    /// The network path, as read when the monitor starts and as reported.
    case path(NetworkPath)
    /// The process goes on after it was suspended; the path as read now. Source: C94.
    case woke(NetworkPath)
    /// Credentials, and the person's wish for another organisation.
    case organizations(OrganizationBook.Event)
    /// The session of the person with the exchange. What the phone knows itself it need not be told: calls, the screen.
    case session(SessionKeeper.Event)
    /// The exchange's answers about credentials of every organisation.
    case credentials(CredentialKeeper.Event)
    /// The exchange's answers about the push token, and the environment of this build.
    case tokens(TokenLedger.Event)
    /// Which push key is on the device, what became of a new one, and the exchange's answers about it.
    case pushKeys(PushKeyRegistration.Event)
    /// A step of a sign-out came to an end.
    case signOut(SignOut.Event)
    /// What is to outlive the process of signing in with Apple.
    case signIn(SignInRecord)
    /// The exchange's answers about calls that ring.
    case rings(RingRequests.Event)
    /// The exchange tells this device alone what a call is for it.
    case ringNews(RingNews)
    /// The person saw or cleared notices; the exchange says how a call ended.
    case notices(NoticeLedger.Event)
    /// The app came to the screen or left it.
    case scene(SceneEvent)
    /// The app's own screens want to be connected while they are seen, now if need be, or do not. Calls do not depend
    /// on it.
    case connection(isWanted: Bool)
    /// The device was unlocked for the first time since it started: stored data can be read from now on.
    case protectedDataAvailable(StoredRecord)
    /// A deadline passed.
    case timer(PhoneTimer)
    /// The record could not be written; what it held is written with the next change.
    case storeFailed
    /// Somebody outside has what the record kept for them.
    case acknowledged(Acknowledgement)
}

/// The app's presence on the screen. None of it is needed for a call. Source: C72.
public enum SceneEvent: String, CaseIterable, Hashable, Sendable {
    case active
    case background
}
