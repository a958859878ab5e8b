public import Accounts
public import ExchangeCore
public import ExchangePush
internal import Foundation
public import Logging
public import Redaction

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

/// Where the exchange listens, for the HTTP API and for Verto alike.
public struct ListenAddress: Hashable, Sendable {
    /// The port FreeSWITCH uses for Verto over plain WebSocket. Source: `verto.conf.xml` of FreeSWITCH.
    public static let usualPort = 8081

    /// A name or an address of an interface of this machine.
    public var host: String
    /// 0: a free port, which `ExchangeServer.port` then tells.
    public var port: Int
    /// Whether plain text is wanted even outside the loopback interface, as behind a proxy that ends TLS.
    public var allowsPlainOutsideLoopback: Bool

    public init(host: String = "127.0.0.1", port: Int = 0, allowsPlainOutsideLoopback: Bool = false) {
        self.host = host
        self.port = port
        self.allowsPlainOutsideLoopback = allowsPlainOutsideLoopback
    }

    /// Whether only this machine can reach it.
    package var isLoopback: Bool {
        host == "localhost" || host == "::1" || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
    }

    /// Refuses plain text on an address others can reach.
    func check(tls: TLSFiles?) throws(ExchangeServerError) {
        guard (0...65_535).contains(port) else {
            throw ExchangeServerError(.listen, "port \(port) does not exist; use 1 to 65535, or 0 for a free one")
        }
        guard tls == nil, !isLoopback, !allowsPlainOutsideLoopback else { return }
        throw ExchangeServerError(
            .listen,
            "\(host) can be reached by others and no certificate is given: passwords would travel in plain text. "
                + "Give tls.certificate and tls.key, or say listen.allow-plain-outside-loopback: true "
                + "(--allow-plain) if a proxy in front ends TLS")
    }
}

/// The certificate chain and the private key of the exchange, both PEM files.
public struct TLSFiles: Hashable, Sendable {
    /// The server's certificate first, then the intermediate ones.
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// How messages are taken for users who have voicemail.
public struct VoicemailSettings: Hashable, Sendable {
    /// A WAV file played before the beep; nil: the beep alone.
    public var greetingPath: String?
    /// How long a message may be.
    public var length = Duration.seconds(120)
    /// How long messages are kept, heard or not. Source: three months, as mailboxes of telephone companies (assumed).
    public var keptDays = 90

    public init() {}
}

extension ConfigurationFile {
    static let voicemailKeys = ["greeting", "message-seconds", "kept-days"]

    static func voicemail(_ top: ConfigurationSection) throws(ExchangeServerError) -> VoicemailSettings? {
        guard let section = try top.section("voicemail", keys: voicemailKeys) else {
            return nil
        }
        var settings = VoicemailSettings()
        settings.greetingPath = try section.text("greeting")
        settings.length = try section.integer("message-seconds", in: 5...600).map(Duration.seconds) ?? settings.length
        settings.keptDays = try section.integer("kept-days", in: 1...3_650) ?? settings.keptDays
        return settings
    }
}

/// Sign in with Apple: who we are to Apple, and where Apple is.
public struct AppleSignInConfiguration: Hashable, Sendable {
    /// Bundle ids and Services ids tokens may be issued for.
    public var clients: [String]
    public var team: String
    /// The id of the key in Apple's developer portal.
    public var keyID: String
    /// The private key, PEM.
    public var privateKey: Redacted<String>
    /// Apple's address, or a stand-in's.
    public var address: String
    /// A PEM file of authorities to trust instead of the system's, for a stand-in.
    public var authorities: String?

    /// How long after a failure the first next try to revoke a token is; the pause doubles with every failure.
    package var revocationPause = Duration.seconds(60)

    public init(clients: [String], team: String, keyID: String, privateKey: Redacted<String>) {
        address = AppleClaims.issuer
        self.clients = clients
        self.team = team
        self.keyID = keyID
        self.privateKey = privateKey
    }
}

extension ConfigurationFile {
    static let appleKeys = ["clients", "team", "key", "private-key", "url", "authorities"]

    /// ```yaml
    /// apple: { clients: [cloud.example.app], team: TEAM123456, key: KEY1234567, private-key: AuthKey.p8 }
    /// ```
    static func readApple(_ section: ConfigurationSection) throws(ExchangeServerError) -> AppleSignInConfiguration {
        let clients = try section.texts("clients")
        guard !clients.isEmpty else { throw section.complaint("clients", "must name one bundle id at least") }
        let file = try section.requiredText("private-key")
        guard let pem = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw section.complaint("private-key", "names a file that cannot be read")
        }
        var apple = AppleSignInConfiguration(
            clients: clients, team: try section.requiredText("team"), keyID: try section.requiredText("key"),
            privateKey: Redacted(pem))
        if let address = try section.text("url") {
            let isPlain = address.hasPrefix("http://127.0.0.1:") || address.hasPrefix("http://localhost:")
            guard address.hasPrefix("https://") || isPlain, !address.hasSuffix("/") else {
                throw section.complaint("url", "must be https://host, without a slash at the end")
            }
            apple.address = address
        }
        apple.authorities = try section.text("authorities")
        return apple
    }
}
