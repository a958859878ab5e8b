/// All inputs of a phone, grouped by their source.
public enum PhoneEvent: Hashable, Sendable {
    /// The process started. This is the first event; it carries the record of the previous process.
    case launched(Launch)
    /// A VoIP push arrived. The phone handles it synchronously; if a report is due, it is the first effect.
    case push(VoIPPush)
    /// The push token changed; `nil` if the system invalidated it.
    case pushToken(DevicePushToken?)
    /// The system gave the token for alerts. It does so each time the app asks.
    case alertToken(DevicePushToken)
    /// The exchange stored the token for alerts (`true`), or the upload failed (`false`).
    case alertTokenReported(DevicePushToken, Bool)
    /// CallKit reported something or asked for an action.
    case system(SystemEvent)
    /// The person asked for something in the app.
    case user(UserRequestID, UserRequest)
    /// The connection of one registration changed.
    case signaling(RegistrationID, SignalingEvent)
    /// A signaling call changed.
    case line(LineID, LineEvent)
    /// The audio hardware changed.
    case audio(AudioEvent)
    /// The network path, at the start of the path monitor and after each change.
    case path(NetworkPath)
    /// The process resumed after it was suspended. The path is the current one. Source: C94.
    case woke(NetworkPath)
    /// Answers about credentials, and the person's choice of another organization.
    case organizations(OrganizationState.Event)
    /// The person's session with the exchange. The phone itself supplies the events about calls and the foreground.
    case session(SessionLifecycle.Event)
    /// The exchange's answers to requests for the credentials of all organizations.
    case credentials(CredentialRefresh.Event)
    /// The exchange's answers about the push token, and the push environment of this build.
    case tokens(PushTokenRegistration.Event)
    /// The push key on the device, the result of making one, and the exchange's answers about it.
    case pushKeys(PushKeyRegistration.Event)
    /// A step of a sign-out ended.
    case signOut(SignOut.Event)
    /// The state of signing in with Apple that must be stored.
    case signIn(SignInRecord)
    /// The exchange's answers to requests about calls that ring.
    case rings(RingRequests.Event)
    /// The exchange told this device how a call stands for it.
    case ringUpdate(RingUpdate)
    /// The exchange told the person's devices that another one has a call, or has it no longer.
    case elsewhere(CallsElsewhere.Event)
    /// The person saw or cleared notices, or the exchange reported how a call ended.
    case notices(MissedCallNotices.Event)
    /// The app entered the foreground or left it.
    case scene(SceneEvent)
    /// Whether the app wants a connection while it is in the foreground. `true` also retries at once. Calls do not
    /// depend on it.
    case connection(isWanted: Bool)
    /// The device was unlocked for the first time since it started, so stored data is readable from now on.
    case protectedDataAvailable(RecordReadResult)
    /// A deadline passed.
    case timer(PhoneTimer)
    /// The record could not be written. The next change writes it again.
    case storeFailed
    /// The notification center confirmed an order.
    case acknowledged(NotificationResponse)
}

/// Whether the app is in the foreground. Calls do not need it. Source: C72.
public enum SceneEvent: String, CaseIterable, Hashable, Sendable {
    /// The app is in the foreground.
    case active
    /// The app left the foreground.
    case background
}
