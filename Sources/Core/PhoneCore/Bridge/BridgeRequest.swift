public import Redaction

/// What the page asks, with its values. A call that is not named is the one that is on the screen.
public enum BridgeRequest: Hashable, Sendable {
    case connect(BridgeLogin?)
    case disconnect
    case reconnect
    case call(BridgeDial)
    case answer(CallUUID?, other: OtherCall?)
    case hangup(CallUUID?)
    /// `everywhere`: on all of the person's devices or on this one; not said: as ``PhoneLimits/systemDecline`` has it.
    case decline(CallUUID?, everywhere: Bool?)
    case setMute(CallUUID?, Bool)
    case toggleMute(CallUUID?)
    case setHold(CallUUID?, Bool)
    case toggleHold(CallUUID?)
    case setSpeaker(Bool)
    case toggleSpeaker
    case sendDigits(CallUUID?, Redacted<String>)
    case getDeviceID
    case getPushToken
    /// Waits for a token that is not there yet, at most so long.
    case getPushTokenWithWait(Duration)
    case getNetworkStatus
    case getConnectionState
    case getPendingIncomingCall
    case requestPermissions
    /// Everything as it stands, with the cursor from which events go on.
    case getSnapshot
    /// The events after a cursor.
    case getEvents(since: BridgeCursor?)
    /// What sound can come out of, and what it does.
    case getAudioRoutes
    /// Lets it come out there: the `id` of a route, or the word of its type.
    case setAudioRoute(Redacted<String>)
    /// Which numbers the person may show in calls to the public network.
    case getCallerIDs
    case switchOrganization(OrganizationID)
    case readNotice(CallUUID)
    case clearNotices
    case signInWithApple
    case signOut

    /// Longest wait for a token a page may ask for: longer than Apple takes when there is a network.
    public static let tokenWaitMax: Duration = .seconds(30)
    /// The wait if it says none.
    public static let tokenWaitDefault: Duration = .seconds(10)
}
