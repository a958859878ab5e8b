public import Accounts
public import ExchangeCore
public import ExchangePush
public import Logging

/// Everything an exchange is told before it starts.
///
/// The defaults are those of a first try: a free port of the loopback interface, in plain text, everything in memory.
public struct ExchangeConfiguration: Sendable {
    /// Where it listens.
    public var listen = ListenAddress()
    /// Certificate and key; nil: plain text, which is refused outside the loopback interface unless asked for.
    public var tls: TLSFiles?
    /// The proxies in front that say for whom they ask; none: limits go by the other end of each connection.
    public var trustedProxies = TrustedProxies()
    /// The SQLite file of users and of the journal of calls; nil: a database in memory, gone at the end.
    public var databasePath: String?
    /// Who may call and be called. More can be added later through the API.
    public var users: [UserEntry] = []
    /// What a login without an account may call; by default nothing, so there are no such logins.
    public var anonymousLogins = AnonymousLogins()
    /// Who may make an account by signing in.
    public var signUp = SignUpMode.invitation
    /// Decides who may call whom, and under which name.
    public var calling = CallingPolicy()
    /// Bearer tokens of the HTTP API.
    public var apiTokens: [APIToken] = []
    /// The STUN and TURN servers handed out to devices.
    public var iceServers: [IceServerEntry] = []
    /// Origins whose pages may ask the API from a browser; `*`: every one.
    public var corsOrigins: [String] = []
    /// Sign in with Apple; nil: not offered.
    public var apple: AppleSignInConfiguration?
    /// How long sign-ins last.
    public var sessionPolicy = SessionPolicy()
    /// How messages are taken for users who have voicemail; nil: nobody takes any.
    public var voicemail: VoicemailSettings?
    /// Who broadcasts through the exchange; the first is the exchange's own. None: nobody does.
    public var broadcastApps: [BroadcastApp] = []
    /// Numbers that devices of the exchange can dial beside those of the carrier, which they can dial too.
    public var numbers: [CalledNumber] = []
    /// The carrier of calls from and to the public network; nil: calls within the exchange only.
    public var telnyx: TelnyxAccount?
    /// The accounts that devices are woken from; nil: none is.
    public var push: PushConfiguration?
    /// Whether pushes tell name and number of the caller in plain text to devices that gave no key. Else the device asks
    /// the exchange who calls.
    public var pushTellsCaller = false
    /// After how long without a word of a device's app an alert comes beside the push that wakes it.
    public var pushSilence = Duration.seconds(14 * 24 * 3_600)
    public var limits = ServerLimits()
    public var logLevel = Logger.Level.info
    public var logFormat = LogFormat.text
    /// What of each section of the file cannot change while the exchange runs, as a digest.
    var fixed: [String: [UInt8]] = [:]

    public init() {}
}
