public import Accounts
public import ExchangeCore
public import ExchangePush
internal import Foundation
public import Logging
public import Redaction

/// The configuration with which an exchange starts.
///
/// The defaults suit a first try: a free port of the loopback interface, in plain text, everything in memory.
public struct ExchangeConfiguration: Sendable {
    /// The address on which it listens.
    public var listen = ListenAddress()
    /// The certificate and key; nil: plain text, which is refused outside the loopback interface unless explicitly
    /// allowed.
    public var tls: TLSFiles?
    /// The proxies whose forwarded client addresses are trusted; without any, limits use the peer address of each
    /// connection.
    public var trustedProxies = TrustedProxies()
    /// The SQLite file of users and of the journal of calls; nil: a database in memory that is lost at the end.
    public var databasePath: String?
    /// The users of the file. More can be added later through the API.
    public var users: [UserEntry] = []
    /// The targets of anonymous logins; by default there are none, so there are no such logins.
    public var anonymousLogins = AnonymousLogins()
    /// Who may create an account by signing in.
    public var signUp = SignUpMode.invitation
    /// Decides who may call whom, and under which name.
    public var calling = CallingPolicy()
    /// Bearer tokens of the HTTP API.
    public var apiTokens: [APIToken] = []
    /// The STUN and TURN servers handed out to devices.
    public var iceServers: [IceServerEntry] = []
    /// The origins whose pages may use the API in a browser; `*`: every one.
    public var corsOrigins: [String] = []
    /// The browser phone that is served beside the API.
    public var browserPhone = BrowserPhoneSetting.unsaid
    /// Sign in with Apple; nil: not offered.
    public var apple: AppleSignInConfiguration?
    /// How long sign-ins last.
    public var sessionPolicy = SessionPolicy()
    /// The voicemail settings; nil: no messages are taken.
    public var voicemail: VoicemailSettings?
    /// The applications that broadcast through the exchange; the first is the exchange's own. Without any, there is no
    /// broadcasting.
    public var broadcastApps: [BroadcastApp] = []
    /// The numbers that devices of the exchange can dial in addition to those of the carrier.
    public var numbers: [CalledNumber] = []
    /// The account at the carrier of the public network; nil: only calls within the exchange.
    public var telnyx: TelnyxAccount?
    /// The accounts for pushes that wake devices; nil: no pushes are sent.
    public var push: PushConfiguration?
    /// Whether pushes contain the caller's name and number in plain text for devices that gave no key. Otherwise the
    /// device asks the exchange for the caller.
    public var pushIncludesCaller = false
    /// After how long without contact to a device's app an alert is sent beside the push that wakes it.
    public var pushSilence = Duration.seconds(14 * 24 * 3_600)
    /// The limits on sockets, requests, calls and stored data.
    public var limits = ServerLimits()
    /// The least level of log lines that are written.
    public var logLevel = Logger.Level.info
    /// The form of log lines: for people or for a collector.
    public var logFormat = LogFormat.text
    /// Digests of the parts of each section that cannot change while the exchange runs.
    var fixed: [String: [UInt8]] = [:]

    public init() {}
}

/// The address on which the exchange listens for the HTTP API and Verto.
public struct ListenAddress: Hashable, Sendable {
    /// The port FreeSWITCH uses for Verto over plain WebSocket. Source: `verto.conf.xml` of FreeSWITCH.
    public static let usualPort = 8081

    /// The name or address of an interface of this machine.
    public var host: String
    /// The port; 0: a free port, which `ExchangeServer.port` then tells.
    public var port: Int
    /// Whether plain text is allowed outside the loopback interface, as behind a proxy that ends TLS.
    public var allowsPlainOutsideLoopback: Bool

    public init(host: String = "127.0.0.1", port: Int = 0, allowsPlainOutsideLoopback: Bool = false) {
        self.host = host
        self.port = port
        self.allowsPlainOutsideLoopback = allowsPlainOutsideLoopback
    }

    /// Whether only this machine can reach the address.
    package var isLoopback: Bool {
        host == "localhost" || host == "::1" || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
    }

    /// Refuses plain text on an address that other machines can reach.
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
    /// The path of the private key, which must match the certificate.
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// How voicemail messages are taken.
public struct VoicemailSettings: Hashable, Sendable {
    /// A WAV file played before the beep; nil: the beep alone.
    public var greetingPath: String?
    /// The longest message.
    public var length = Duration.seconds(120)
    /// How long messages are kept, whether heard or not. Source: three months, as in mailboxes of telephone companies
    /// (assumed).
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

/// The settings of Sign in with Apple.
public struct AppleSignInConfiguration: Hashable, Sendable {
    /// The bundle ids and Services ids that tokens may be issued for.
    public var clients: [String]
    /// The id of the developer's team, ten characters, as Apple's portal shows it.
    public var team: String
    /// The id of the key in Apple's developer portal.
    public var keyID: String
    /// The private key, PEM.
    public var privateKey: Redacted<String>
    /// Apple's address, or a stand-in's.
    public var address: String
    /// A PEM file of authorities to trust instead of the system's, for a stand-in.
    public var authorities: String?

    /// The pause before the first repetition of a failed revocation of a token; the pause doubles with every failure.
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
