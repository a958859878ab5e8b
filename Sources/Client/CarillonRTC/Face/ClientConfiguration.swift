public import MediaEngine

/// Everything a client needs to know.
public struct ClientConfiguration: Sendable {
    /// Where the exchange is.
    public var url: SignalingURL
    public var credentials: Credentials
    public var dialect: Dialect
    /// Candidates follow descriptions instead of being part of them. Only where the dialect knows it (Telnyx).
    public var trickles = false
    /// How peer connections are made. `gathering` is overruled by `trickles`. Without ICE servers in it our own exchange is
    /// asked for some, at each login and again before their credentials end.
    public var media = MediaConfiguration()
    /// How long descriptions wait for their candidates where they do not trickle. They are sent after it with what
    /// there is, so a call never hangs on a server that is not there (contrast: W11 of the Telnyx SDK).
    public var gatheringLimit: Duration = .milliseconds(500)
    public var tones = ToneMethod.automatic
    /// Told to the exchange as the caller's name and number.
    public var callerName: String?
    public var callerNumber: String?
    /// Names the signalling session, by 1 to 64 letters, digits and hyphens. A client that is given the name another had, in a
    /// process that was killed or a page that was loaded anew, takes up its session: what rings there rings again, and calls
    /// that stood or were being placed there are ended, as this client has not got them. nil: a name is drawn.
    public var sessionID: String?
    /// Sent at login, beside what the client itself has to say.
    public var userVariables: [(name: String, value: String)] = []
    /// What a carrier wakes this device by; nil: it does not.
    public var push: PushRegistration?
    /// Whether calls that were announced by a push are asked for at each login. Only where the dialect knows it (Telnyx).
    public var fetchesCalls = false
    public var userAgent = "Carillon"
    public var reconnection = ReconnectionPolicy()
    /// The most calls at once; more are refused as busy.
    public var callsMax = 32

    public init(url: SignalingURL, credentials: Credentials, dialect: Dialect) {
        self.url = url
        self.credentials = credentials
        self.dialect = dialect
    }
}
