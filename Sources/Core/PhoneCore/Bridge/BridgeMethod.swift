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
