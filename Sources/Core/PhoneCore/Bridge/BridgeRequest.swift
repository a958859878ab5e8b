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

/// What the page says of a call to be placed.
public struct BridgeDial: Hashable, Sendable {
    /// A number, the name of a user or an address.
    public var destination: Redacted<String>
    /// Whom the call is with, for the screen.
    public var name: Redacted<String>?
    /// What goes with it: what the other side is shown, headers, the app's mark, codecs.
    public var settings = DialSettings()
    public var organization: OrganizationID?

    public init(_ destination: Redacted<String>) {
        self.destination = destination
    }
}

/// Login and password at the exchange that the page hands over, as Z360's page does. Who is said to call is for the
/// exchange to say, whatever the page names.
public struct BridgeLogin: Hashable, Sendable {
    public var user: Redacted<String>
    public var password: Redacted<String>
    public var callerName: Redacted<String>?
    public var callerNumber: Redacted<String>?

    public init(user: Redacted<String>, password: Redacted<String>) {
        self.user = user
        self.password = password
    }
}

/// The methods the app's web page may call, by the names it calls them with.
///
/// The first 21 are Z360's. Source: seed z360-ios-current-state §4.7 (it names 20), z360-ios-target-architecture §9.2
/// (`requestVoipPermissions`). The rest are ours: a page that starts, or was reloaded, asks for what it missed.
public enum BridgeMethod: String, CaseIterable, Hashable, Sendable {
    case connect, disconnect, reconnect
    case call, answer, hangup, decline
    case setMute, toggleMute, setHold, toggleHold, setSpeaker, toggleSpeaker
    case sendDigits = "sendDTMF"
    case getDeviceID = "getDeviceId"
    case getPushToken = "getFcmToken"
    case getPushTokenWithWait = "getFcmTokenWithWait"
    case getNetworkStatus, getConnectionState, getPendingIncomingCall
    case requestPermissions = "requestVoipPermissions"

    case getSnapshot, getEvents
    case getAudioRoutes, setAudioRoute
    case getCallerIDs = "getCallerIds"
    case switchOrganization, readNotice, clearNotices
    case signInWithApple, signOut

    /// How many of them are Z360's.
    public static let inheritedCount = 21

    /// Reads a method's name, also `makeCall`, which one of the seeds says for `call`.
    public init?(name: String) {
        self.init(rawValue: name == "makeCall" ? "call" : name)
    }
}
