public import WireJSON

/// The configuration of a client's session.
public struct VertoClientConfiguration: Hashable, Sendable {
    /// With an account, or to call one target without one.
    public enum Login: Hashable, Sendable {
        case account(VertoLogin)
        case anonymous(VertoAnonymousLogin)
    }

    /// The dialect that the server speaks.
    public var dialect: VertoDialect
    /// The login to send; the session fills in its id.
    public var login: Login
    /// The id the client made once. It is kept over every reconnection, because the server finds the calls by it.
    public var sessionID: String
    /// Whether the session reconnects after a lost socket.
    public var reconnects: Bool
    /// The parameters of `attachCalls`, with which the session fetches calls that a push announced as soon as it is
    /// ready; nil: it does not fetch them.
    public var callFetch: JSONObject?
    /// The waits and counts of the session.
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

    /// The login request for a session.
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

/// The times and counts of a client's session. Source: Telnyx' client SDKs where a comment does not say otherwise.
public struct VertoClientTiming: Hashable, Sendable {
    /// The wait for the reply to a request (JavaScript SDK).
    public static let requestTimeDefault: Duration = .seconds(10)
    /// The wait for the reply to a `bye` (JavaScript SDK).
    public static let byeTimeDefault: Duration = .seconds(5)
    /// The wait for a socket to open; the SDKs have 5 s and no other limit.
    public static let connectTimeDefault: Duration = .seconds(10)
    /// The wait from the result of the login to `clientReady`, in FreeSWITCH's dialect, where it takes 0.1 s. The
    /// limit is ours.
    public static let readyTimeDefault: Duration = .seconds(10)
    /// The time between two requests for the gateway's state.
    public static let gatewayIntervalDefault: Duration = .seconds(3)
    /// The number of waits for the gateway after which the session of one that answers ends: about 9 s.
    public static let gatewayWaitCountMaxDefault = 3
    /// The silence after which the client pings; a server pings after 30 s.
    public static let keepAliveTimeDefault: Duration = .seconds(35)
    /// The silence after which the client pings during a call, whose media a dead socket keeps from recovering.
    /// Source: measured, 42 s of silence without it.
    public static let keepAliveTimeInCallDefault: Duration = .seconds(5)
    /// The wait for the reply to a ping, or to a question for the gateway's state, during a call. Source: the health
    /// probe of Telnyx' JavaScript SDK waits 5 s; a lost segment is sent again within 3 s.
    public static let pingTimeInCallDefault: Duration = .seconds(4)
    /// The age of an unanswered ping at which a request of the server, or the silence of a call, proves that the server
    /// does not hear the client. The value is ours: a lost segment is sent again after 0.2 s, and after 0.6 s.
    public static let pingDoubtTimeDefault: Duration = .seconds(1)
    /// The time until the client asks for ICE servers again, if the exchange gave none. The value is ours.
    public static let iceServersRetryDefault: Duration = .seconds(60)
    /// The number of reconnections in a row (JavaScript SDK).
    public static let reconnectCountMaxDefault = 10
    /// The first wait before a reconnection; each further one is twice as long. The value is ours. It keeps the
    /// clients of a restarted server from reconnecting all at once.
    public static let reconnectDelayDefault: Duration = .seconds(1)
    /// The longest wait before a reconnection. The value is ours: half of the 60 s for which FreeSWITCH keeps calls.
    public static let reconnectDelayMaxDefault: Duration = .seconds(30)

    /// See ``requestTimeDefault``.
    public var requestTime = requestTimeDefault
    /// See ``byeTimeDefault``.
    public var byeTime = byeTimeDefault
    /// See ``connectTimeDefault``.
    public var connectTime = connectTimeDefault
    /// See ``readyTimeDefault``.
    public var readyTime = readyTimeDefault
    /// See ``gatewayIntervalDefault``.
    public var gatewayInterval = gatewayIntervalDefault
    /// See ``gatewayWaitCountMaxDefault``.
    public var gatewayWaitCountMax = gatewayWaitCountMaxDefault
    /// See ``keepAliveTimeDefault``.
    public var keepAliveTime = keepAliveTimeDefault
    /// See ``keepAliveTimeInCallDefault``.
    public var keepAliveTimeInCall = keepAliveTimeInCallDefault
    /// See ``pingTimeInCallDefault``.
    public var pingTimeInCall = pingTimeInCallDefault
    /// See ``pingDoubtTimeDefault``.
    public var pingDoubtTime = pingDoubtTimeDefault
    /// See ``iceServersRetryDefault``.
    public var iceServersRetry = iceServersRetryDefault
    /// See ``reconnectCountMaxDefault``.
    public var reconnectCountMax = reconnectCountMaxDefault
    /// See ``reconnectDelayDefault``.
    public var reconnectDelay = reconnectDelayDefault
    /// See ``reconnectDelayMaxDefault``.
    public var reconnectDelayMax = reconnectDelayMaxDefault

    public init() {}

    /// The wait before a reconnection: half of it is fixed, the other half is scaled by the jitter.
    ///
    /// - Parameters:
    ///   - attempt: counted from 1.
    ///   - jitter: 0…1000, thousandths; larger values count as 1000.
    public func delay(attempt: Int, jitter: UInt16) -> Duration {
        let doublings = min(max(attempt - 1, 0), 16)
        let whole = min(reconnectDelay * (1 << doublings), reconnectDelayMax)
        return whole * (500 + Int(min(jitter, 1000)) / 2) / 1000
    }
}
