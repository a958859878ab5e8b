public import WireJSON

/// What a client's session needs to know from the start.
public struct VertoClientConfiguration: Hashable, Sendable {
    public enum Login: Hashable, Sendable {
        case account(VertoLogin)
        case anonymous(VertoAnonymousLogin)
    }

    public var dialect: VertoDialect
    /// The session's id is put into it.
    public var login: Login
    /// Made by the client once and kept over every reconnection: the server finds the calls by it.
    public var sessionID: String
    /// Whether a lost socket is opened again.
    public var reconnects: Bool
    /// The parameters of `attachCalls`, by which calls that a push announced are asked for as soon as the session is
    /// ready; nil: they are not.
    public var callFetch: JSONObject?
    public var timing: VertoClientTiming

    public init(
        dialect: VertoDialect, login: Login, sessionID: String, reconnects: Bool = true,
        callFetch: JSONObject? = nil, timing: VertoClientTiming = VertoClientTiming()
    ) {
        self.dialect = dialect
        self.login = login
        self.sessionID = sessionID
        self.reconnects = reconnects
        self.callFetch = callFetch
        self.timing = timing
    }

    /// The login as it is sent for a session.
    func request(sessionID: String) -> VertoClientRequest {
        switch login {
        case .account(var login):
            login.sessionID = sessionID
            return .login(login)
        case .anonymous(var login):
            login.sessionID = sessionID
            return .anonymousLogin(login)
        }
    }
}

/// How long a client waits, and how often it tries. Source: Telnyx' client SDKs where a comment does not say otherwise.
public struct VertoClientTiming: Hashable, Sendable {
    /// For the reply to a request (JavaScript SDK).
    public static let requestTimeDefault: Duration = .seconds(10)
    /// For the reply to a `bye` (JavaScript SDK).
    public static let byeTimeDefault: Duration = .seconds(5)
    /// For a socket to open; the SDKs have 5 s and no other end.
    public static let connectTimeDefault: Duration = .seconds(10)
    /// From the result of the login to `clientReady`, in FreeSWITCH's dialect; it takes 0.1 s there. Our own bound.
    public static let readyTimeDefault: Duration = .seconds(10)
    /// Between two questions for the gateway's state.
    public static let gatewayIntervalDefault: Duration = .seconds(3)
    /// Waits for the gateway before the session ends: about 9 s.
    public static let gatewayWaitCountMaxDefault = 3
    /// After so long without a frame the client pings; a server pings after 30 s.
    public static let keepAliveTimeDefault: Duration = .seconds(35)
    /// The same while a call stands, which a dead socket keeps from healing. Source: measured, 42 s of silence without it.
    public static let keepAliveTimeInCallDefault: Duration = .seconds(5)
    /// For the reply to a ping while a call stands. Source: the health probe of Telnyx' JavaScript SDK waits 5 s; a lost
    /// segment is sent again within 3.
    public static let pingTimeInCallDefault: Duration = .seconds(4)
    /// Until servers for ICE are asked for again, where the exchange did not give them. Our own.
    public static let iceServersRetryDefault: Duration = .seconds(60)
    /// Reconnections in a row (JavaScript SDK).
    public static let reconnectCountMaxDefault = 10
    /// The first wait before a reconnection; each further one doubles. Our own, so that a server's restart is not met
    /// by all of its clients at once.
    public static let reconnectDelayDefault: Duration = .seconds(1)
    /// The longest wait before a reconnection. Our own: half of the time FreeSWITCH keeps calls is 60 s.
    public static let reconnectDelayMaxDefault: Duration = .seconds(30)

    public var requestTime = requestTimeDefault
    public var byeTime = byeTimeDefault
    public var connectTime = connectTimeDefault
    public var readyTime = readyTimeDefault
    public var gatewayInterval = gatewayIntervalDefault
    public var gatewayWaitCountMax = gatewayWaitCountMaxDefault
    public var keepAliveTime = keepAliveTimeDefault
    public var keepAliveTimeInCall = keepAliveTimeInCallDefault
    public var pingTimeInCall = pingTimeInCallDefault
    public var iceServersRetry = iceServersRetryDefault
    public var reconnectCountMax = reconnectCountMaxDefault
    public var reconnectDelay = reconnectDelayDefault
    public var reconnectDelayMax = reconnectDelayMaxDefault

    public init() {}

    /// The wait before a reconnection: half of it certain, the other half spread by the jitter.
    ///
    /// - Parameters:
    ///   - attempt: from 1.
    ///   - jitter: 0…1000, thousandths; larger values count as 1000.
    public func delay(attempt: Int, jitter: UInt16) -> Duration {
        let doublings = min(max(attempt - 1, 0), 16)
        let whole = min(reconnectDelay * (1 << doublings), reconnectDelayMax)
        return whole * (500 + Int(min(jitter, 1000)) / 2) / 1000
    }
}
