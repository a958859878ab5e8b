public import WireJSON

/// The client's side of a signalling session, in either dialect: login until ready, requests and their replies,
/// keep-alive, reconnection under the same session.
///
/// It knows nothing of calls. Acknowledgements and pings are its own business.
/// Source: Telnyx' client SDKs; FreeSWITCH 1.11 and its JavaScript client (observed).
public struct VertoClientSession: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        /// Not wanted, or over. Leaves to: `connecting` (connect).
        case idle
        /// The socket is being opened, at most `connectTime`. Leaves to: `loggingIn`, `waiting`, `idle`.
        case connecting
        /// The login is sent, at most `requestTime`. Leaves to: `settling` (accepted), `idle` (refused), `waiting`.
        case loggingIn
        /// Logged in, not ready: at most `readyTime`, or the gateway's waits. Leaves to: `ready`, `idle`, `waiting`.
        case settling
        /// Leaves to: `settling` (gateway lost), `loggingIn` (the server forgot us), `waiting`, `idle`.
        case ready
        /// The socket is lost; another is opened when the timer fires. Leaves to: `connecting`, `idle`.
        case waiting
    }

    /// What a request is for.
    enum Purpose: Hashable, Sendable {
        case login, gateway, keepAlive, callFetch, iceServers
        case app(VertoRequestToken)
    }

    struct Pending: Hashable, Sendable {
        var number: UInt64
        var id: VertoID
        var purpose: Purpose
        var request: VertoClientRequest
        /// Sent again once, after the server had forgotten the login.
        var isRepeated: Bool
    }

    /// Requests that wait for a reply at once. An app with many calls has a few each.
    public static let pendingCountMax = 128

    public let configuration: VertoClientConfiguration
    var phase = Phase.idle
    /// The session's id: the client's own, or what the server made of it.
    public internal(set) var sessionID: String
    var pending: [Pending] = []
    /// Requests to be sent again after the login that is under way.
    var repeats: [Pending] = []
    var requestCount: UInt64 = 0
    var reconnectCount = 0
    var gatewayWaitCount = 0
    var reattachedCallIDs: [String]?
    var lastReceived: Duration = .zero
    public internal(set) var isInCall = false

    public init(configuration: VertoClientConfiguration) {
        self.configuration = configuration
        sessionID = configuration.sessionID
    }

    public var isReady: Bool { phase == .ready }

    /// The one entrance.
    public mutating func handle(_ event: VertoClientEvent, at now: Duration, into effects: inout [VertoClientEffect]) {
        switch event {
        case .connect: connect(into: &effects)
        case .disconnect: if phase != .idle { end(.disconnected, into: &effects) }
        case .networkChanged: changeNetwork(into: &effects)
        case .callStands(let stands): look(forLife: stands, at: now, into: &effects)
        case .send(let token, let request): send(token, request, into: &effects)
        case .socketOpened: socketOpened(at: now, into: &effects)
        case .socketClosed(let jitter): socketClosed(jitter, into: &effects)
        case .received(let inbound): receive(inbound, at: now, into: &effects)
        case .unreadable(let error): if hasSocket { effects.append(.notify(.unreadable(error))) }
        case .timerFired(let timer): fire(timer, at: now, into: &effects)
        }
    }

    /// Takes the bytes of one message of the transport.
    public mutating func receive(
        _ bytes: UnsafeRawBufferPointer, at now: Duration, into effects: inout [VertoClientEffect]
    ) {
        do throws(VertoError) {
            handle(.received(try VertoCodec.decode(bytes, of: .server)), at: now, into: &effects)
        } catch {
            handle(.unreadable(error), at: now, into: &effects)
        }
    }

    /// Whether frames can come.
    var hasSocket: Bool {
        switch phase {
        case .idle, .connecting, .waiting: false
        case .loggingIn, .settling, .ready: true
        }
    }

    private mutating func connect(into effects: inout [VertoClientEffect]) {
        guard phase == .idle else { return }
        reconnectCount = 0
        openSocket(into: &effects)
    }

    mutating func openSocket(into effects: inout [VertoClientEffect]) {
        phase = .connecting
        effects.append(.openSocket)
        effects.append(.startTimer(.connect, after: configuration.timing.connectTime))
    }

    private mutating func changeNetwork(into effects: inout [VertoClientEffect]) {
        guard phase != .idle else { return }
        closeSocket(into: &effects)
        abandonSocket(into: &effects)
        reconnectCount = 0
        effects.append(.notify(.reconnecting(attempt: 0, after: .zero)))
        openSocket(into: &effects)
    }

    private mutating func socketOpened(at now: Duration, into effects: inout [VertoClientEffect]) {
        guard phase == .connecting else { return }
        effects.append(.cancelTimer(.connect))
        lastReceived = now
        effects.append(.startTimer(.keepAlive, after: keepAliveTime))
        logIn(into: &effects)
    }

    mutating func socketClosed(_ jitter: UInt16, into effects: inout [VertoClientEffect]) {
        guard phase != .idle, phase != .waiting else { return }
        abandonSocket(into: &effects)
        guard configuration.reconnects, reconnectCount < configuration.timing.reconnectCountMax else {
            end(.connectionLost, into: &effects)
            return
        }
        reconnectCount += 1
        let delay = configuration.timing.delay(attempt: reconnectCount, jitter: jitter)
        phase = .waiting
        effects.append(.startTimer(.reconnect, after: delay))
        effects.append(.notify(.reconnecting(attempt: reconnectCount, after: delay)))
    }

    /// The session is over.
    mutating func end(_ ending: VertoClientEnding, into effects: inout [VertoClientEffect]) {
        closeSocket(into: &effects)
        abandonSocket(into: &effects)
        phase = .idle
        effects.append(.notify(.ended(ending)))
    }

    private func closeSocket(into effects: inout [VertoClientEffect]) {
        if hasSocket || phase == .connecting { effects.append(.closeSocket) }
    }

    /// Leaves nothing behind of the socket there was, or was to be.
    private mutating func abandonSocket(into effects: inout [VertoClientEffect]) {
        for timer in [VertoClientTimer.connect, .ready, .gateway, .keepAlive, .reconnect] {
            effects.append(.cancelTimer(timer))
        }
        let lost = pending + repeats
        pending = []
        repeats = []
        for request in lost {
            effects.append(.cancelTimer(.request(request.number)))
            if case .app(let token) = request.purpose {
                effects.append(.notify(.outcome(token, .connectionLost)))
            }
        }
        gatewayWaitCount = 0
        reattachedCallIDs = nil
        phase = .waiting
    }
}

/// What happens to a client's session.
public enum VertoClientEvent: Hashable, Sendable {
    // From the app.
    /// Open the session, also after it ended.
    case connect
    /// Close it for good.
    case disconnect
    /// The way to the network changed: give up the socket and open another at once, under the same session.
    case networkChanged
    /// Whether a call stands: then a dead socket is noticed in seconds.
    case callStands(Bool)
    /// Send a request; its outcome comes back under the app's own number.
    case send(VertoRequestToken, VertoClientRequest)

    // From the socket.
    case socketOpened
    /// It closed without being asked to, or could not be opened. `jitter` is a random number 0…1000 made by the shell.
    case socketClosed(jitter: UInt16)
    case received(VertoInbound)
    case unreadable(VertoError)

    // From the clock.
    case timerFired(VertoClientTimer)
}

/// What a client's session asks of its shell, to be done in order.
public enum VertoClientEffect: Hashable, Sendable {
    /// To be answered by `socketOpened` or `socketClosed`.
    case openSocket
    /// Write what is to be sent, then close. A closing that was asked for is not reported as `socketClosed`.
    case closeSocket
    case send(VertoFrame)
    case startTimer(VertoClientTimer, after: Duration)
    case cancelTimer(VertoClientTimer)
    case notify(VertoClientNotice)
}

/// The clocks of a client's session. Each runs at most once at a time; starting it again replaces it.
public enum VertoClientTimer: Hashable, Sendable {
    /// Until the socket must be open.
    case connect
    /// Until `clientReady` must have come.
    case ready
    /// Until the gateway is asked again.
    case gateway
    /// Until it is looked at whether anything came.
    case keepAlive
    /// Until the socket is opened again.
    case reconnect
    /// Until STUN and TURN servers are asked for anew. It outlasts a socket: the next login starts it again.
    case iceServers
    /// Until the request with this number must be answered.
    case request(UInt64)
}

/// What a client's session tells the app.
public enum VertoClientNotice: Hashable, Sendable {
    /// The login was accepted under this session; `attach` may follow before `ready` does.
    case loggedIn(sessionID: String)
    /// STUN and TURN servers to use from now on, in place of those before: at login, and again before they end.
    case iceServers(VertoIceServers)
    /// Calls can be made. A call of the app that is not among the reattached ones is over; nil when the server does
    /// not say.
    case ready(reattachedCallIDs: [String]?)
    /// The server tells something about a call, or something this session does not handle itself.
    case request(VertoServerRequest)
    case outcome(VertoRequestToken, VertoOutcome)
    /// The gateway lost the registration after `ready`; `ready` follows when it is back.
    case gatewayLost(VertoGatewayState)
    /// The socket is lost; another is opened after the delay.
    case reconnecting(attempt: Int, after: Duration)
    /// The session is over until `connect`.
    case ended(VertoClientEnding)
    /// Something came that cannot be read; it changed nothing.
    case unreadable(VertoError)
}

/// What became of a request.
public enum VertoOutcome: Hashable, Sendable {
    case result(JSONValue)
    case refused(VertoFailure)
    case timedOut
    /// The socket was lost before the reply; the server may or may not have carried it out.
    case connectionLost
    /// Not sent: nobody is logged in.
    case notConnected
    /// Not sent: too many requests wait for a reply.
    case tooManyRequests
}

/// Why a client's session is over.
public enum VertoClientEnding: Hashable, Sendable {
    /// The app asked for it.
    case disconnected
    /// Wrong credentials, or a session that belongs to someone else.
    case loginRefused(VertoFailure)
    /// The gateway said that it cannot register.
    case gatewayFailed(VertoGatewayState)
    /// The gateway did not register in time.
    case gatewayTimedOut
    /// Another socket took the session over: its calls go on there, so no `bye` is to be sent.
    case punted
    /// As many reconnections failed as are tried; or none is tried.
    case connectionLost
}
