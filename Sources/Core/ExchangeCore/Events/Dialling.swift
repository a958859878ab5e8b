public import CallModel
public import Redaction

/// A request to place a call.
public struct Dialling: Hashable, Sendable {
    /// The name the caller's device chose for the call.
    public var callID: CallID
    /// The name of the call itself, fresh from the shell's random source: the core has none.
    public var session: CallSessionID
    /// Whom the dialled text stands for.
    public var target: DialTarget
    /// The dialled text, as the called devices are shown it.
    public var dialled: Redacted<String>
    /// The caller's session description, an offer.
    public var description: Redacted<String>
    /// Whether candidates follow one by one.
    public var trickles: Bool
    /// The caller's name, as the called devices are shown it.
    public var callerName: Redacted<String>
    /// The caller's number, as the called devices are shown it.
    public var callerNumber: Redacted<String>
    /// Headers for the called app.
    public var headers: [CustomHeader]
    /// The app's own mark on the call, opaque.
    public var clientState: Redacted<String>?
    /// Codecs the caller would like to be used first.
    public var preferredCodecs: [PreferredCodec]

    /// The callee's devices that a push reaches, whether or not they have a connection; looked up by the shell.
    public var wakeable: [DeviceID]
    /// The organisation the caller's device speaks for, as the shell names it; nil: none. Opaque to the core: it stays
    /// with the call, whatever the device switches to.
    public var organization: String?
    /// The user whose device takes a message when nobody takes the call; nil: it ends.
    public var attendant: UserID?

    /// Describes a call to be placed.
    public init(
        callID: CallID, session: CallSessionID, target: DialTarget, dialled: Redacted<String>,
        description: Redacted<String>, trickles: Bool, callerName: Redacted<String> = "",
        callerNumber: Redacted<String> = "", headers: [CustomHeader] = [], clientState: Redacted<String>? = nil,
        preferredCodecs: [PreferredCodec] = [], wakeable: [DeviceID] = [], organization: String? = nil,
        attendant: UserID? = nil
    ) {
        self.callID = callID
        self.session = session
        self.target = target
        self.dialled = dialled
        self.description = description
        self.trickles = trickles
        self.callerName = callerName
        self.callerNumber = callerNumber
        self.headers = headers
        self.clientState = clientState
        self.preferredCodecs = preferredCodecs
        self.wakeable = wakeable
        self.organization = organization
        self.attendant = attendant
    }
}
