public import CallModel
public import Redaction

/// A request of the page. A request that names no call means the call on the screen.
public enum BridgeRequest: Hashable, Sendable {
    /// Connects to the exchange; `nil`: with the stored credentials.
    case connect(BridgeLogin?)
    /// Closes the connection. Pushes still wake the phone.
    case disconnect
    /// Tries at once to restore a lost connection.
    case reconnect
    /// Places a call.
    case call(BridgeDial)
    /// Answers a call. `other` says what happens to another active call; `nil`: it is held.
    case answer(CallUUID?, other: ActiveCallPolicy?)
    /// Declines, cancels or hangs up, depending on the stage of the call.
    case hangup(CallUUID?)
    /// Declines a call. `everywhere` selects all of the person's devices or only this one; `nil` means
    /// ``PhoneLimits/systemDecline``.
    case decline(CallUUID?, everywhere: Bool?)
    /// Mutes the microphone (`true`), or lets it be heard again.
    case setMute(CallUUID?, Bool)
    /// Mutes or unmutes. The answer is the new state.
    case toggleMute(CallUUID?)
    /// Holds a call (`true`), or resumes it.
    case setHold(CallUUID?, Bool)
    /// Holds or resumes. The answer is the new state.
    case toggleHold(CallUUID?)
    /// Plays by the loudspeaker (`true`), or by the output that the system would choose.
    case setSpeaker(Bool)
    /// Turns the loudspeaker on or off. The answer is the new state.
    case toggleSpeaker
    /// Sends digits to the other side: `0`…`9`, `*`, `#` and `A`…`D`.
    case sendDigits(CallUUID?, Redacted<String>)
    /// Returns the identifier of this installation.
    case getDeviceID
    /// Returns the VoIP token as hexadecimal digits, or null.
    case getPushToken
    /// Returns the token and waits for a missing one, at most this long.
    case getPushTokenWithWait(Duration)
    /// Returns the state of the network and of the connection.
    case getNetworkStatus
    /// Returns the phase of the connection.
    case getConnectionState
    /// Returns the call that rings, or null.
    case getPendingIncomingCall
    /// Asks the person for the permissions that calls need, unless they were asked before.
    case requestPermissions
    /// Returns the whole state, with the cursor from which events continue.
    case getSnapshot
    /// Returns the events after a cursor.
    case getEvents(since: BridgeCursor?)
    /// Returns the available audio outputs and the current one.
    case getAudioRoutes
    /// Selects an audio output by the `id` of a route or the word of its type.
    case setAudioRoute(Redacted<String>)
    /// Has the exchange connect the other side to another of its users, who is not asked first. An event reports a
    /// failure.
    case transfer(CallUUID?, to: Redacted<String>)
    /// Returns the caller ids that the person may show in calls to the public network.
    case getCallerIDs
    /// Switches to another organization of the person.
    case switchOrganization(OrganizationID)
    /// Marks the notice of a call as read.
    case readNotice(CallUUID)
    /// Marks all notices as read.
    case clearNotices
    /// Shows Apple's sheet. Events report the result.
    case signInWithApple
    /// Signs the person out and removes their data from the device.
    case signOut

    /// The longest wait for a token that a page may ask for. It is longer than Apple takes if there is a network.
    public static let tokenWaitMax: Duration = .seconds(30)
    /// The wait if the page names none.
    public static let tokenWaitDefault: Duration = .seconds(10)
}

/// The page's description of a call to place.
public struct BridgeDial: Hashable, Sendable {
    /// A number, a user's name or an address.
    public var destination: Redacted<String>
    /// The name of the other party, for the screen.
    public var name: Redacted<String>?
    /// The settings of the call: the caller shown to the other side, headers, client state, codecs; and the call
    /// that this phone takes from another device, if it is to take one.
    public var settings = DialSettings()
    /// The organization over which the call is placed; `nil` for the one that the destination names, or the active one.
    public var organization: OrganizationID?

    public init(_ destination: Redacted<String>) {
        self.destination = destination
    }
}

/// A login and password at the exchange, as Z360's page passes them. The exchange decides which caller is shown,
/// whatever the page names.
public struct BridgeLogin: Hashable, Sendable {
    /// The login at the exchange.
    public var user: Redacted<String>
    /// The password, which goes to the exchange only and is not stored.
    public var password: Redacted<String>
    /// The name that the page wants to show. It has no effect.
    public var callerName: Redacted<String>?
    /// The number that the page wants to show. It has no effect.
    public var callerNumber: Redacted<String>?

    public init(user: Redacted<String>, password: Redacted<String>) {
        self.user = user
        self.password = password
    }
}

/// The methods that the app's web page may call, by their names on the wire. Each is described at the
/// ``BridgeRequest`` of the same name.
///
/// The page of Z360's app called the first 21 before there was Carillon. The others are ours, for a page that starts or
/// reloads and needs the events that it missed.
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
    case transfer
    case getCallerIDs = "getCallerIds"
    case switchOrganization, readNotice, clearNotices
    case signInWithApple, signOut

    /// The number of methods that are Z360's.
    public static let inheritedCount = 21

    /// Reads a method's name. It accepts `makeCall` for `call`, as some of Z360's pages write it.
    public init?(name: String) {
        self.init(rawValue: name == "makeCall" ? "call" : name)
    }
}
