public import MediaEngine
public import Redaction
import Verto
import WireJSON

/// The configuration of a client.
public struct ClientConfiguration: Sendable {
    /// The address of the exchange.
    public var url: SignalingURL
    /// The credentials of each login, also after a reconnection.
    public var credentials: Credentials
    /// The dialect of Verto in which the client speaks.
    public var dialect: Dialect
    /// Whether candidates are sent after descriptions instead of inside them. Only in the Telnyx dialect.
    public var trickles = false
    /// Whether media connects while a call rings, where our own exchange permits it, so that sound begins with the answer.
    /// Needs `trickles`. The caller then learns this device's addresses before the person answers (with `media.relayOnly`
    /// only those of a relay), and each ringing call holds a peer connection. No sound leaves before the answer.
    public var connectsWhileRinging = false
    /// How peer connections are made. `trickles` overrides `gathering`. If it has no ICE servers, the client requests
    /// some from our own exchange at each login and again before their credentials expire.
    public var media = MediaConfiguration()
    /// How long descriptions wait for their candidates without trickling. They are then sent with the candidates found,
    /// so that an unreachable server never blocks a call (contrast: W11 of the Telnyx SDK).
    public var gatheringLimit: Duration = .milliseconds(500)
    /// How ``Call/sendDTMF(_:)`` sends digits, in every call of the client.
    public var tones = ToneMethod.automatic
    /// The caller's name as told to the exchange.
    public var callerName: String?
    /// The caller's number as told to the exchange.
    public var callerNumber: String?
    /// The name of the signaling session: 1 to 64 letters, digits and hyphens. A client with the name of an earlier
    /// one, whose process was killed or page reloaded, continues that session: ringing calls ring again, and active
    /// calls or calls being placed are ended, because this client does not have them. If nil, a random name is used.
    public var sessionID: String?
    /// Until when, on the clock of the ports, each unanswered login of a former client with this session may still reach
    /// the exchange, and take the session from this client.
    package var lateLogins: [Duration] = []
    /// Variables sent at login in addition to the client's own.
    public var userVariables: [(name: String, value: String)] = []
    /// How a carrier wakes this device by push; nil if it does not.
    public var push: PushRegistration?
    /// Whether the client requests calls announced by push at each login. Only in the Telnyx dialect.
    public var fetchesCalls = false
    /// The name of the client's software, in each login, INVITE and ANSWER.
    public var userAgent = "Carillon"
    /// How a lost connection is restored.
    public var reconnection = ReconnectionPolicy()
    /// The most calls at once; more are refused as busy.
    public var callsMax = 32

    /// A configuration with the defaults for everything else.
    public init(url: SignalingURL, credentials: Credentials, dialect: Dialect) {
        self.url = url
        self.credentials = credentials
        self.dialect = dialect
    }
}

/// The credentials with which a client proves its identity.
public enum Credentials: Hashable, Sendable {
    /// A user name, or `user@domain` on FreeSWITCH, and its password.
    case password(login: Redacted<String>, password: Redacted<String>)
    /// A Telnyx token.
    case token(Redacted<String>)
}

/// The dialect of Verto that the exchange uses.
public enum Dialect: String, Hashable, Sendable, CaseIterable {
    /// Telnyx's form, with trickled candidates and calls announced by push.
    case telnyx
    /// The form of FreeSWITCH's `mod_verto`.
    case freeSwitch = "freeswitch"

    var verto: VertoDialect {
        switch self {
        case .telnyx: .telnyx
        case .freeSwitch: .freeSwitch
        }
    }
}

/// The push registration sent to a carrier at login, so that the carrier can wake this device by push. Source:
/// telnyx-webrtc-ios, `userVariables` of `login`.
public struct PushRegistration: Hashable, Sendable {
    /// The push environment of the app's build: `production` for TestFlight and the App Store, `development` for builds
    /// that Xcode installs.
    public enum Environment: Hashable, Sendable {
        case production, development
    }

    /// The device's VoIP token, as hexadecimal digits.
    public var token: Redacted<String>
    /// The push service that accepts the token: Apple has one for each environment.
    public var environment: Environment

    public init(token: Redacted<String>, environment: Environment) {
        self.token = token
        self.environment = environment
    }

    /// The name of the push service on the wire.
    static let provider = "ios"

    /// The environment as Telnyx names it.
    var environmentWord: String {
        switch environment {
        case .production: "production"
        case .development: "debug"
        }
    }
}

/// How a lost connection is restored, with or without calls (contrast: W1, W2, W10 of the Telnyx SDK).
public struct ReconnectionPolicy: Hashable, Sendable {
    /// Whether a lost connection is restored at all. If not, the client is disconnected with an error.
    public var isEnabled = true
    /// The delay before the first attempt; it doubles for every further one. Up to half of each delay is random, so
    /// that the clients of a restarted exchange do not all return at once.
    /// The first attempt is made without delay while a call hears nothing.
    public var delayMin: Duration = .milliseconds(500)
    /// The longest delay between two attempts.
    public var delayMax: Duration = .seconds(16)
    /// The attempts in a row before the client gives up and reports it. With the default delays they take about four
    /// minutes.
    public var attemptsMax = 20

    public init() {}
}

extension ClientConfiguration {
    /// Tells the exchange about capabilities beyond the dialect: this client answers new offers in the middle of a
    /// call, and wants reports of the peer's hold.
    static let renegotiationVariable = "carillon_renegotiation"

    func validate() throws(ClientError) {
        switch credentials {
        case .password(let login, let password):
            guard !login.revealed.isEmpty else { throw ClientError(.invalidArgument, "the user name is empty") }
            guard !password.revealed.isEmpty else { throw ClientError(.invalidArgument, "the password is empty") }
        case .token(let token):
            guard !token.revealed.isEmpty else { throw ClientError(.invalidArgument, "the token is empty") }
            guard dialect.verto.capabilities.contains(.tokenLogin) else {
                throw ClientError(.invalidArgument, "the \(dialect.rawValue) dialect knows no token")
            }
        }
        guard !trickles || dialect.verto.capabilities.contains(.trickle) else {
            throw ClientError(.invalidArgument, "the \(dialect.rawValue) dialect does not trickle")
        }
        guard !connectsWhileRinging || trickles else {
            throw ClientError(.invalidArgument, "connectsWhileRinging needs trickles")
        }
        guard !fetchesCalls || dialect.verto.capabilities.contains(.attachCalls) else {
            throw ClientError(.invalidArgument, "the \(dialect.rawValue) dialect announces no calls by push")
        }
        guard sessionID?.isSessionName != false else {
            throw ClientError(.invalidArgument, "sessionID is not made of 1 to 64 letters, digits and hyphens")
        }
        guard callsMax > 0 else { throw ClientError(.invalidArgument, "callsMax is less than 1") }
    }

    var login: VertoLogin {
        let proof: VertoCredentials =
            switch credentials {
            case .password(let login, let password): .password(login: login, password: password)
            case .token(let token): .token(token)
            }
        var login = VertoLogin(credentials: proof)
        var variables = JSONObject(userVariables.map { ($0.name, JSONValue.string($0.value)) })
        variables[Self.renegotiationVariable] = "true"
        if connectsWhileRinging { variables[VertoInvite.earlyDescriptionsVariable] = "true" }
        if media.iceServers.isEmpty { variables[VertoIceServers.variable] = "true" }
        if let push {
            variables["push_device_token"] = .string(push.token.revealed)
            variables["push_notification_provider"] = .string(PushRegistration.provider)
            variables["push_notification_environment"] = .string(push.environmentWord)
        }
        login.userVariables = variables
        login.userAgent = userAgent
        if fetchesCalls { login.isFromPush = true }
        // Asks the exchange to offer the calls again that survived the loss of the socket.
        login.loginParameters = ["attach_call": "true"]
        return login
    }

    /// The request for calls that a push announced; nil if they are not fetched.
    var callFetch: JSONObject? {
        guard fetchesCalls else { return nil }
        var variables = JSONObject()
        if let push { variables["push_notification_environment"] = .string(push.environmentWord) }
        return [
            "push_notification_provider": .string(PushRegistration.provider), "loginParams": [:],
            "userVariables": .object(variables),
        ]
    }
}

extension ClientSettings {
    init(_ configuration: ClientConfiguration, sessionID: String, seed: UInt64) {
        let policy = configuration.reconnection
        let session = VertoClientConfiguration(
            dialect: configuration.dialect.verto, login: .account(configuration.login), sessionID: sessionID,
            reconnects: policy.isEnabled, callFetch: configuration.callFetch, timing: policy.timing)
        self.init(
            session: session, options: CallOptions(configuration), callsMax: configuration.callsMax, seed: seed)
        lateLogins = configuration.lateLogins
    }
}

extension ReconnectionPolicy {
    var timing: VertoClientTiming {
        var timing = VertoClientTiming()
        timing.reconnectDelay = delayMin
        timing.reconnectDelayMax = delayMax
        timing.reconnectCountMax = attemptsMax
        return timing
    }

    /// The longest wait before an attempt. Attempts count from 1.
    package func longestDelay(attempt: Int) -> Duration { timing.delay(attempt: attempt, jitter: 1_000) }
}

extension CallOptions {
    init(_ configuration: ClientConfiguration) {
        self.init(
            dialect: configuration.dialect.verto, trickles: configuration.trickles, tones: configuration.tones,
            userAgent: configuration.userAgent)
        connectsWhileRinging = configuration.connectsWhileRinging
    }
}

extension String {
    fileprivate var isSessionName: Bool {
        (1...64).contains(utf8.count) && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}
