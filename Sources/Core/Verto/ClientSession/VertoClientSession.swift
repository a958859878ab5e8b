public import WireJSON

/// The client's side of a signaling session, in either dialect: login until ready, requests and their replies,
/// keep-alive, reconnection under the same session.
///
/// It knows nothing of calls. It handles acknowledgments and pings by itself.
/// Source: Telnyx' client SDKs; FreeSWITCH 1.11 and its JavaScript client (observed).
public struct VertoClientSession: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        /// The session is not wanted, or is over. Leaves to: `connecting` (connect).
        case idle
        /// The socket is being opened, at most `connectTime`. Leaves to: `loggingIn`, `waiting`, `idle`.
        case connecting
        /// The login is sent, at most `requestTime`. Leaves to: `settling` (accepted), `idle` (refused), `waiting`.
        case loggingIn
        /// The session is logged in but not ready, for at most `readyTime`, or the gateway's waits. Leaves to:
        /// `ready`, `loggingIn` (the server forgot the session), `idle`, `waiting`.
        case settling
        /// Calls can be made. Leaves to: `settling` (gateway lost), `loggingIn` (the server forgot the session),
        /// `waiting`, `idle`.
        case ready
        /// The socket is lost, and another is opened when the timer fires. Leaves to: `connecting`, `idle`.
        case waiting
    }

    /// The purpose of a request, which decides who gets its outcome.
    enum Purpose: Hashable, Sendable {
        case login, gateway, keepAlive, callFetch, iceServers
        case app(VertoRequestNumber)
    }

    struct Pending: Hashable, Sendable {
        var number: UInt64
        var id: VertoID
        var purpose: Purpose
        var request: VertoClientRequest
        /// Whether this is the one repetition after the server had forgotten the login.
        var isRepeated: Bool
    }

    /// The most requests that wait for a reply at once. An app with many calls has a few for each.
    public static let pendingCountMax = 128

    /// The configuration, the same for the whole life of the session.
    public let configuration: VertoClientConfiguration
    var phase = Phase.idle
    /// The session's id: the client's own, or the one the server replaced it with.
    public internal(set) var sessionID: String
    var pending: [Pending] = []
    /// The requests to repeat after the login that is under way.
    var repeats: [Pending] = []
    var requestCount: UInt64 = 0
    var reconnectCount = 0
    var gatewayWaitCount = 0
    /// Whether `clientReady` came since the login, and with it the list of calls.
    var isClientReady = false
    var reattachedCallIDs: [String]?
    var lastReceived: Duration = .zero
    var lastPing: Duration = .zero
    /// Whether there is a call, so that a dead socket is noticed within seconds.
    public internal(set) var isInCall = false

    public init(configuration: VertoClientConfiguration) {
        self.configuration = configuration
        sessionID = configuration.sessionID
    }

    /// Whether calls can be made.
    public var isReady: Bool { phase == .ready }

    /// Decides about one event, and appends the effects in order.
    ///
    /// - Parameter now: the monotonic time of the event.
    public mutating func handle(_ event: VertoClientEvent, at now: Duration, into effects: inout [VertoClientEffect]) {
        switch event {
        case .connect: connect(into: &effects)
        case .disconnect: if phase != .idle { end(.disconnected, into: &effects) }
        case .networkChanged: replaceSocket(into: &effects)
        case .callStands(let stands): look(forLife: stands, at: now, into: &effects)
        case .mediaFellSilent: if isInCall { mediaFellSilent(at: now, into: &effects) }
        case .send(let token, let request): send(token, request, into: &effects)
        case .socketOpened: socketOpened(at: now, into: &effects)
        case .socketClosed(let jitter): socketClosed(jitter, into: &effects)
        case .received(let inbound): receive(inbound, at: now, into: &effects)
        case .unreadable(let error): if hasSocket { effects.append(.notify(.unreadable(error))) }
        case .timerFired(let timer): fire(timer, at: now, into: &effects)
        }
    }

    /// Decides about the bytes of one message of the transport.
    public mutating func receive(
        _ bytes: UnsafeRawBufferPointer, at now: Duration, into effects: inout [VertoClientEffect]
    ) {
        do throws(VertoError) {
            handle(.received(try VertoCodec.decode(bytes, of: .server)), at: now, into: &effects)
        } catch {
            handle(.unreadable(error), at: now, into: &effects)
        }
    }

    /// Whether there is an open socket.
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

    mutating func replaceSocket(into effects: inout [VertoClientEffect]) {
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

    /// Ends the session.
    mutating func end(_ ending: VertoClientEndReason, into effects: inout [VertoClientEffect]) {
        closeSocket(into: &effects)
        abandonSocket(into: &effects)
        phase = .idle
        effects.append(.notify(.ended(ending)))
    }

    private func closeSocket(into effects: inout [VertoClientEffect]) {
        if hasSocket || phase == .connecting { effects.append(.closeSocket) }
    }

    /// Cancels the timers of the socket and concludes its open requests.
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

/// An event of a client's session.
public enum VertoClientEvent: Hashable, Sendable {
    // From the app.
    /// Open the session. It may have ended before.
    case connect
    /// Close it for good.
    case disconnect
    /// The network changed: replace the socket at once, under the same session.
    case networkChanged
    /// Whether there is a call. During a call, a dead socket is noticed within seconds.
    case callStands(Bool)
    /// A call hears nothing, so the path that the socket shares with it may be lost: the server is asked at once whether
    /// it can be reached.
    case mediaFellSilent
    /// Send a request. Its outcome is reported under the app's own token.
    case send(VertoRequestNumber, VertoClientRequest)

    // From the socket.
    case socketOpened
    /// The socket closed unasked, or could not be opened. `jitter` is a random number 0…1000 made by the shell.
    case socketClosed(jitter: UInt16)
    case received(VertoInbound)
    case unreadable(VertoError)

    // From the clock.
    case timerFired(VertoClientTimer)
}

/// One thing the shell of a client's session is to do. The shell performs effects in order.
public enum VertoClientEffect: Hashable, Sendable {
    /// The shell reports `socketOpened` or `socketClosed`.
    case openSocket
    /// Write all pending frames, then close. The shell does not report `socketClosed` for it.
    case closeSocket
    case send(VertoFrame)
    case startTimer(VertoClientTimer, after: Duration)
    case cancelTimer(VertoClientTimer)
    case notify(VertoClientNotification)
}

/// The timers of a client's session. Each runs at most once at a time; starting it again replaces it.
public enum VertoClientTimer: Hashable, Sendable {
    /// Until the socket must be open.
    case connect
    /// Until `clientReady` must have come.
    case ready
    /// Until the gateway is asked again.
    case gateway
    /// Until the session checks for silence.
    case keepAlive
    /// Until the socket is opened again.
    case reconnect
    /// Until the session asks for new STUN and TURN servers. The timer outlasts a socket: the next login starts it
    /// again.
    case iceServers
    /// Until the request with this number must be answered.
    case request(UInt64)
}

/// A notice of a client's session to the app.
public enum VertoClientNotification: Hashable, Sendable {
    /// The login was accepted for this session. `attach` may come before `ready`.
    case loggedIn(sessionID: String)
    /// The server cannot decide about the login now. The session logs in again later.
    case loginDeferred
    /// STUN and TURN servers that replace the earlier ones. They come at login, and again before they expire.
    case iceServers(VertoIceServers)
    /// Calls can be made. A call of the app that is not among the reattached ones is over. The list is nil if the
    /// server does not say.
    case ready(reattachedCallIDs: [String]?)
    /// The server sent a request about a call, or one that this session does not handle itself.
    case request(VertoServerRequest)
    case outcome(VertoRequestNumber, VertoRequestOutcome)
    /// The gateway lost the registration after `ready`. Another `ready` follows when it is back.
    case gatewayLost(VertoGatewayState)
    /// The socket is lost. The session opens another after the delay.
    case reconnecting(attempt: Int, after: Duration)
    /// The session is over until `connect`.
    case ended(VertoClientEndReason)
    /// A message came that cannot be read. It changed nothing.
    case unreadable(VertoError)
}

/// The outcome of a request.
public enum VertoRequestOutcome: Hashable, Sendable {
    case result(JSONValue)
    case refused(VertoFailure)
    case timedOut
    /// The socket was lost before the reply. The server may or may not have carried out the request.
    case connectionLost
    /// The request was not sent, because the session is not logged in.
    case notConnected
    /// The request was not sent, because too many others wait for a reply.
    case tooManyRequests
}

/// Why a client's session is over.
public enum VertoClientEndReason: Hashable, Sendable {
    /// The app asked for it.
    case disconnected
    /// Wrong credentials, or a session that belongs to someone else.
    case loginRefused(VertoFailure)
    /// The gateway said that it cannot register.
    case gatewayFailed(VertoGatewayState)
    /// The gateway answered, but did not register in time.
    case gatewayTimedOut
    /// Another socket took the session over. Its calls go on there, so the app must not send `bye` for them.
    case punted
    /// The socket was lost, and all reconnections failed or none is allowed.
    case connectionLost
}
