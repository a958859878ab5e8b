import WireJSON

/// The limits of one socket's server side, and how the session enforces those of time and rate.
public struct VertoServerLimits: Hashable, Sendable {
    /// A socket that has not logged in within this time is closed. Known clients log in within a second of opening.
    public static let loginTimeDefault: Duration = .seconds(30)
    /// The delay from the result of a login to `clientReady`. FreeSWITCH takes 50 to 100 ms. Here it is only long
    /// enough for the shell to send the `attach` messages of calls that go on first.
    public static let clientReadyDelayDefault: Duration = .milliseconds(10)
    /// The silence after which the server pings, as FreeSWITCH does (observed: 30 s).
    public static let idleTimeDefault: Duration = .seconds(30)
    /// A socket that leaves so many pings unanswered is dead: 90 s, half as long again as Telnyx' edge waits.
    public static let unansweredPingCountMaxDefault = 3
    /// Requests within one second. A person's phone sends ten in its busiest second.
    public static let requestsPerSecondMaxDefault = 200
    /// A socket that exceeds that rate by this factor is closed.
    public static let floodFactorMax = 4
    /// Requests that wait for the exchange's answer.
    public static let outstandingCountMax = 64
    /// Requests that wait until a login before them is decided.
    public static let deferredCountMax = 32
    /// Wrong passwords before the socket is closed.
    public static let loginFailureCountMax = 5
    /// Requests before login, the empty logins of FreeSWITCH's client among them, before the socket is closed.
    public static let unauthenticatedCountMax = 32
    /// Frames that cannot be read before the socket is closed.
    public static let malformedCountMax = 16

    /// The limits with their defaults.
    public static let standard = VertoServerLimits()

    /// See ``loginTimeDefault``.
    public var loginTime: Duration
    /// See ``clientReadyDelayDefault``.
    public var clientReadyDelay: Duration
    /// See ``idleTimeDefault``.
    public var idleTime: Duration
    /// See ``unansweredPingCountMaxDefault``.
    public var unansweredPingCountMax: Int
    /// See ``requestsPerSecondMaxDefault``.
    public var requestsPerSecondMax: Int

    public init(
        loginTime: Duration = loginTimeDefault,
        clientReadyDelay: Duration = clientReadyDelayDefault,
        idleTime: Duration = idleTimeDefault,
        unansweredPingCountMax: Int = unansweredPingCountMaxDefault,
        requestsPerSecondMax: Int = requestsPerSecondMaxDefault
    ) {
        self.loginTime = loginTime
        self.clientReadyDelay = clientReadyDelay
        self.idleTime = idleTime
        self.unansweredPingCountMax = unansweredPingCountMax
        self.requestsPerSecondMax = requestsPerSecondMax
    }
}

extension VertoServerSession {
    mutating func fire(_ timer: VertoServerTimer, at now: Duration, into effects: inout [VertoServerEffect]) {
        switch timer {
        case .login:
            if user == nil { close(.loginTimeout, into: &effects) }
        case .clientReady:
            sendClientReady(into: &effects)
        case .expiry:
            close(.expired, into: &effects)
        case .idle:
            lookForLife(at: now, into: &effects)
        }
    }

    private mutating func sendClientReady(into effects: inout [VertoServerEffect]) {
        guard user != nil else { return }
        send(.clientReady(VertoClientReady(reattachedCallIDs: reattachedCallIDs)), into: &effects)
        effects.append(.ready)
    }

    /// Handles the idle timer. Frames do not restart the timer; when it fires, the time since the last frame decides.
    private mutating func lookForLife(at now: Duration, into effects: inout [VertoServerEffect]) {
        let silence = now - lastReceived
        if silence < limits.idleTime {
            effects.append(.startTimer(.idle, after: limits.idleTime - silence))
            return
        }
        guard unansweredPingCount < limits.unansweredPingCountMax else {
            close(.unresponsive, into: &effects)
            return
        }
        if user != nil {
            unansweredPingCount += 1
            lastPingID = .number(nextRequestID)
            send(.ping(VertoParameters(pingContent)), into: &effects)
        }
        effects.append(.startTimer(.idle, after: limits.idleTime))
    }

    private var pingContent: JSONObject {
        switch dialect {
        case .telnyx: JSONObject()
        case .freeSwitch, nil: ["serno": .integer(nextRequestID)]
        }
    }

    /// Whether the rate allows one more request. If not, the request is refused, and at a flood the socket is closed.
    mutating func admits(_ origin: Origin, at now: Duration, into effects: inout [VertoServerEffect]) -> Bool {
        if now - windowStart >= .seconds(1) {
            windowStart = now
            windowCount = 0
        }
        windowCount += 1
        if windowCount <= limits.requestsPerSecondMax { return true }
        fail(origin, .tooManyRequests, into: &effects)
        if windowCount >= limits.requestsPerSecondMax * VertoServerLimits.floodFactorMax {
            close(.flood, into: &effects)
        }
        return false
    }
}
