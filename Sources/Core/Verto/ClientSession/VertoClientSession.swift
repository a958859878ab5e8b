import WireJSON

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
