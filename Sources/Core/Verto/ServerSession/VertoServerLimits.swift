import WireJSON

/// How much one socket may ask of a server.
public struct VertoServerLimits: Hashable, Sendable {
    /// A socket that is not logged in by then is closed. Known clients log in within a second of opening.
    public static let loginTimeDefault: Duration = .seconds(30)
    /// From the result of a login to `clientReady`. FreeSWITCH takes 50 to 100 ms; here it is only as long as the
    /// shell needs to put the calls that go on (`attach`) in front of it.
    public static let clientReadyDelayDefault: Duration = .milliseconds(10)
    /// After so long without a frame the server pings, as FreeSWITCH does (observed: 30 s).
    public static let idleTimeDefault: Duration = .seconds(30)
    /// A socket that let so many pings pass is gone: 90 s, half as long again as Telnyx' edge waits.
    public static let unansweredPingCountMaxDefault = 3
    /// Requests within one second. A person's phone needs ten in its busiest second.
    public static let requestsPerSecondMaxDefault = 200
    /// A socket that goes on so many times over that rate is closed.
    public static let floodFactorMax = 4
    /// Requests the exchange has not answered yet.
    public static let outstandingCountMax = 64
    /// Requests that wait until a login in front of them is decided.
    public static let deferredCountMax = 32
    /// Wrong passwords before the socket is closed.
    public static let loginFailureCountMax = 5
    /// Requests before login, the empty logins of FreeSWITCH's client among them, before the socket is closed.
    public static let unauthenticatedCountMax = 32
    /// Frames that cannot be read before the socket is closed.
    public static let malformedCountMax = 16

    public static let standard = VertoServerLimits()

    public var loginTime: Duration
    public var clientReadyDelay: Duration
    public var idleTime: Duration
    public var unansweredPingCountMax: Int
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

    /// The timer is not moved by each frame; when it fires it is seen how long the silence really was.
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

    /// Whether one more request is within the rate; refuses or closes when not.
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
