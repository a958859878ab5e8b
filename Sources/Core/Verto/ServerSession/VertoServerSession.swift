public import Redaction
public import WireJSON

/// The server's side of one socket, in either dialect: login, session, ids, keep-alive and limits.
///
/// It knows nothing of calls: a request about a call goes out as `request` with a token, and comes back as `reply` or
/// `refuse`. The prefix of the first method with one decides the dialect; before that, the form of the login does.
/// Source: observed on FreeSWITCH 1.11; Telnyx' client SDKs.
public struct VertoServerSession: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        /// The socket is not open yet, or closed. Leaves to: `anonymous` (opened).
        case closed
        /// No user is logged in, for at most `loginTime`. Leaves to: `authenticating` (login), `closed`.
        case anonymous
        /// The shell decides a login, and requests wait. `user` was logged in before. Leaves to: `loggedIn`,
        /// `anonymous`.
        case authenticating(Origin, user: Redacted<String>?)
        /// A user is logged in. Leaves to: `authenticating` (login again), `closed`.
        case loggedIn(user: Redacted<String>)
    }

    /// The destination of a reply.
    struct Origin: Hashable, Sendable {
        /// The id of the request; nil if the sender wants no reply.
        var id: VertoID?
        /// The batch the request came in, if any.
        var batch: UInt64?
    }

    struct Outstanding: Hashable, Sendable {
        var token: VertoRequestNumber
        var origin: Origin
        /// Whether the result holds only the session, as for `answer` and `attach`.
        var isBare: Bool
    }

    struct Batch: Hashable, Sendable {
        var number: UInt64
        /// The number of elements whose reply is not known yet.
        var openCount: Int
        var replies: [VertoFrame] = []
    }

    struct Deferred: Hashable, Sendable {
        var frame: VertoFrame
        var batch: UInt64?
    }

    let limits: VertoServerLimits
    var phase = Phase.closed
    /// The id of the socket's session. Until the first request binds one, it is the id from the shell.
    public internal(set) var sessionID: String
    var isSessionBound = false
    /// The client's dialect; nil while it is unknown.
    public internal(set) var dialect: VertoDialect?
    var isDialectCertain = false
    /// The answer to requests for the gateway's state. Telnyx's clients call only while it is REGED.
    public var gateway = VertoGatewayNotice(state: .registered)
    /// Whether the `expiry` timer runs.
    var expires = false
    /// The user's calls that go on, as `clientReady` lists them.
    public var reattachedCallIDs: [String] = []
    var outstanding: [Outstanding] = []
    var batches: [Batch] = []
    var deferred: [Deferred] = []
    var tokenCount: UInt64 = 0
    var batchCount: UInt64 = 0
    var nextRequestID: Int64
    var lastPingID: VertoID?
    var lastReceived: Duration = .zero
    var unansweredPingCount = 0
    var windowStart: Duration = .zero
    var windowCount = 0
    var loginFailureCount = 0
    var unauthenticatedCount = 0
    var malformedCount = 0

    /// - Parameters:
    ///   - sessionID: the id of the session if the client names none; made anew for each socket.
    ///   - firstRequestID: the id of the first request sent to the client; the next ones count on.
    ///   - dialect: the dialect, where the socket's address already tells it.
    public init(
        sessionID: String, firstRequestID: Int64 = 1, dialect: VertoDialect? = nil,
        limits: VertoServerLimits = .standard
    ) {
        self.sessionID = sessionID
        self.dialect = dialect
        self.limits = limits
        nextRequestID = firstRequestID
    }

    /// A name for a session that may be logged and shown. It is the same for as long as the session lasts, and the
    /// session's id cannot be derived from it.
    public static func publicName(of sessionID: String) -> String {
        // FNV-1a, 64 bits. Source: draft-eastlake-fnv.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in sessionID.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "session-" + String(hash, radix: 16)
    }

    /// The logged-in user; nil if there is none.
    public var user: Redacted<String>? {
        switch phase {
        case .closed, .anonymous: nil
        case .authenticating(_, let user): user
        case .loggedIn(let user): user
        }
    }

    /// Decides about one event, and appends the effects in order.
    ///
    /// - Parameter now: the monotonic time of the event.
    public mutating func handle(_ event: VertoServerEvent, at now: Duration, into effects: inout [VertoServerEffect]) {
        switch event {
        case .opened: open(at: now, into: &effects)
        case .closed: close()
        case .received, .unreadable, .timerFired, .authenticated, .authenticationRefused, .reply, .refuse, .send, .punt:
            // Late events of a closed socket change nothing.
            guard phase != .closed else { return }
            handleOpen(event, at: now, into: &effects)
        }
    }

    /// Decides about the bytes of one message of the transport.
    public mutating func receive(
        _ bytes: UnsafeRawBufferPointer, at now: Duration, into effects: inout [VertoServerEffect]
    ) {
        do throws(VertoError) {
            handle(.received(try VertoCodec.decode(bytes)), at: now, into: &effects)
        } catch {
            handle(.unreadable(error), at: now, into: &effects)
        }
    }

    private mutating func handleOpen(
        _ event: VertoServerEvent, at now: Duration, into effects: inout [VertoServerEffect]
    ) {
        switch event {
        case .opened, .closed: break
        case .received(let inbound): receive(inbound, at: now, into: &effects)
        case .unreadable(let error): refuseUnreadable(error, at: now, into: &effects)
        case .timerFired(let timer): fire(timer, at: now, into: &effects)
        case .authenticated(let user, let callIDs, let lasts, let iceServers):
            authenticated(user, callIDs, lasts, iceServers, into: &effects)
        case .authenticationRefused(let refusal): refused(refusal, into: &effects)
        case .reply(let token, let result): reply(token, result, into: &effects)
        case .refuse(let token, let failure): refuse(token, failure, into: &effects)
        case .send(let request): send(request, into: &effects)
        case .punt: punt(into: &effects)
        }
    }

    private mutating func open(at now: Duration, into effects: inout [VertoServerEffect]) {
        guard phase == .closed else { return }
        phase = .anonymous
        lastReceived = now
        windowStart = now
        effects.append(.startTimer(.login, after: limits.loginTime))
        effects.append(.startTimer(.idle, after: limits.idleTime))
    }

    private mutating func close() {
        phase = .closed
        outstanding = []
        batches = []
        deferred = []
    }

    /// Closes the socket for the given reason.
    mutating func close(_ closing: VertoServerCloseReason, into effects: inout [VertoServerEffect]) {
        guard phase != .closed else { return }
        close()
        for timer in VertoServerTimer.allCases {
            effects.append(.cancelTimer(timer))
        }
        effects.append(.close(closing))
    }

    private mutating func punt(into effects: inout [VertoServerEffect]) {
        send(.punt(VertoParameters()), into: &effects)
        close(.punted, into: &effects)
    }
}

/// An event of one socket's server side.
public enum VertoServerEvent: Hashable, Sendable {
    // From the socket.
    case opened
    case received(VertoInbound)
    case unreadable(VertoError)
    case closed

    // From the clock.
    case timerFired(VertoServerTimer)

    // From the exchange.
    /// The login is accepted. `reattachedCallIDs` are the user's calls that go on; the shell sends their `attach`
    /// requests right after this event. `lasts`: how long the login is valid; nil: for ever. `iceServers`: for a
    /// client that asked for them.
    case authenticated(
        user: Redacted<String>, reattachedCallIDs: [String], lasts: Duration? = nil, iceServers: VertoIceServers? = nil)
    case authenticationRefused(VertoLoginRefusal)
    /// The result of a request. The session adds `sessid`; the reply to `answer` and `attach` holds nothing else.
    case reply(VertoRequestNumber, JSONObject)
    case refuse(VertoRequestNumber, VertoFailure)
    /// A message to the client. It is dropped if the client's dialect does not have it.
    case send(VertoServerRequest)
    /// Another socket took the session over.
    case punt
}

/// One thing the shell of one socket's server side is to do. The shell performs effects in order.
public enum VertoServerEffect: Hashable, Sendable {
    case send(VertoFrame)
    /// Send all frames in one array.
    case sendBatch([VertoFrame])
    /// The shell answers with `authenticated` or `authenticationRefused`. At most one login is open.
    case authenticate(VertoAuthentication)
    /// The shell answers with `reply` or `refuse`.
    case request(VertoRequestNumber, VertoClientRequest)
    /// `clientReady` was sent, so the session takes calls.
    case ready
    case startTimer(VertoServerTimer, after: Duration)
    case cancelTimer(VertoServerTimer)
    /// Write all pending frames, then close. No effect follows.
    case close(VertoServerCloseReason)
}

/// The timers of one socket's server side. Each runs at most once at a time; starting it again replaces it.
public enum VertoServerTimer: String, Hashable, Sendable, CaseIterable {
    /// Until the socket must be logged in.
    case login
    /// Until `clientReady` is sent.
    case clientReady
    /// Until the client's login expires.
    case expiry
    /// Until the session checks for silence.
    case idle
}

/// Why the server closes a socket.
public enum VertoServerCloseReason: String, Hashable, Sendable, CaseIterable {
    case loginTimeout
    case loginFailures
    case unauthenticatedRequests
    case frameTooLarge
    case malformedFrames
    case flood
    case unresponsive
    case punted
    /// The client's token has expired. It may log in again with a newer one.
    case expired
}
