internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import NIOCore
internal import Redaction
internal import Verto

/// Turns the bytes of devices into events of the exchange, and its effects into frames of each device's dialect.
///
/// It lives on the exchange's event loop. The session machine and the exchange decide what a device may do.
final class VertoGateway {
    let runner: ExchangeRunner
    var directory: Directory
    /// The calls that logins without an account may make.
    let anonymousLogins: AnonymousLogins
    /// Decides who may call whom.
    var policy: CallingPolicy
    /// The STUN and TURN servers that devices are given.
    var iceServerEntries: [IceServerEntry]
    /// The organizations of users, as the policy knows them.
    let memberships = MembershipCache()
    /// Looks up access tokens; nil until the accounts are open.
    var tokens: AccessTokens?
    var loginFailures: LoginFailures<ClientAddress, LogPseudonyms.Mark>
    /// The rings that callers began lately, at the gateway, over a carrier and by hand-overs.
    var ringStarts: RingStarts
    var metrics = GatewayMetrics()
    var loginRefusalLog = LogLimiter()
    var tokenRefusalLog = LogLimiter()
    let lag: LoopLag
    /// Whether the exchange is stopping. Logins and calls are then refused.
    private(set) var isDraining = false
    private(set) var journal = JournalState.writes
    private(set) var connections: [ConnectionID: GatewayConnection] = [:]

    private(set) var limits: ServerLimits
    let logger: Logger
    let passwords: PasswordVerifier
    let logNames = LogPseudonyms()
    let eventLoop: any EventLoop
    /// Rehashes a user's password, which was just proven, with the current cost.
    var upgradePassword: ((UserID, PasswordHash, Redacted<String>) -> Void)?
    private var sessionLimits: VertoServerLimits
    private var connectionCount: UInt64 = 0
    private var effects: [VertoServerEffect] = []
    private var onEmpty: (() -> Void)?

    init(
        runner: ExchangeRunner, directory: Directory, passwords: PasswordVerifier, anonymousLogins: AnonymousLogins,
        policy: CallingPolicy, iceServers: [IceServerEntry], limits: ServerLimits, logger: Logger,
        eventLoop: any EventLoop
    ) {
        self.runner = runner
        self.passwords = passwords
        self.eventLoop = eventLoop
        lag = LoopLag(eventLoop: eventLoop)
        lag.start()
        self.directory = directory
        self.anonymousLogins = anonymousLogins
        self.policy = policy
        iceServerEntries = iceServers
        self.limits = limits
        loginFailures = LoginFailures(
            ofLogin: limits.failedLoginsPerMinute, ofAddress: limits.failedLoginsPerMinuteOfAddress)
        ringStarts = RingStarts(perMinute: limits.ringStartsPerMinute)
        self.logger = logger
        sessionLimits = Self.sessionLimits(limits)
    }

    /// Sets the limits. Open sockets keep the limits of their session.
    func setLimits(_ limits: ServerLimits) {
        self.limits = limits
        sessionLimits = Self.sessionLimits(limits)
        loginFailures.allow(
            ofLogin: limits.failedLoginsPerMinute, ofAddress: limits.failedLoginsPerMinuteOfAddress)
        ringStarts.allow(limits.ringStartsPerMinute)
        runner.setLimits(limits.ofExchange)
    }

    private static func sessionLimits(_ limits: ServerLimits) -> VertoServerLimits {
        VertoServerLimits(
            loginTime: limits.loginWait, clientReadyDelay: .zero, requestsPerSecondMax: limits.requestsPerSecond)
    }

    func connection(_ id: ConnectionID) -> GatewayConnection? { connections[id] }

    /// Closes every socket in order; calls `done` once the last has closed.
    func drain(_ done: @escaping () -> Void) {
        isDraining = true
        guard !connections.isEmpty else { return done() }
        onEmpty = done
        for id in connections.keys.sorted() { connections[id]?.socket.close(.shutdown) }
    }

    // MARK: - The session machine

    /// Gives an event to a connection's session machine and carries out its effects.
    ///
    /// - Parameter reply: what the device's reply to the sent request will be about; nil where the reply says nothing.
    func pass(_ event: VertoServerEvent, to connection: GatewayConnection, awaiting reply: AwaitedReply? = nil) {
        var wanted: [VertoServerEffect] = []
        swap(&wanted, &effects)
        connection.session.handle(event, at: runner.clock.now, into: &wanted)
        for effect in wanted {
            if let reply, case .send(let frame) = effect { connection.expect(reply, to: frame) }
            perform(effect, on: connection)
        }
        wanted.removeAll(keepingCapacity: true)
        swap(&wanted, &effects)
    }

    private func perform(_ effect: VertoServerEffect, on connection: GatewayConnection) {
        switch effect {
        case .send(let frame):
            metrics.messagesSent += 1
            connection.socket.send(VertoCodec.encode(frame))
        case .sendBatch(let frames):
            metrics.messagesSent += frames.count
            connection.socket.send(VertoCodec.encode(batch: frames))
        case .authenticate(let authentication): authenticate(authentication, on: connection)
        case .request(let token, let request): forward(request, token, from: connection)
        case .ready: break
        // `becomeReady` fires this timer itself, once it has offered the calls that go on.
        case .startTimer(.clientReady, _): break
        case .startTimer(let timer, let wait): runner.startTimer(.connection(connection.id, timer), after: wait)
        case .cancelTimer(let timer): runner.cancelTimer(.connection(connection.id, timer))
        case .close(let closing):
            logger.debug("\(connection.id) closed: \(closing.rawValue)")
            connection.socket.close(SocketCloseReason(closing))
        }
    }
}

extension VertoGateway: SocketDelegate {
    func socketOpened(_ socket: Socket) {
        connectionCount += 1
        metrics.socketsOpened += 1
        let session = VertoServerSession(
            sessionID: RandomID.make().description, firstRequestID: Int64(connectionCount % 10_000 + 1),
            dialect: VertoAddress.dialect(in: socket.address), limits: sessionLimits)
        let connection = GatewayConnection(id: ConnectionID(connectionCount), socket: socket, session: session)
        socket.attachment = connection
        connections[connection.id] = connection
        guard !isDraining else { return socket.close(.shutdown) }
        pass(.opened, to: connection)
    }

    func socket(_ socket: Socket, received message: ByteBuffer) {
        guard let connection = socket.attachment as? GatewayConnection else { return }
        metrics.messagesReceived += 1
        metrics.bytesReceived += message.readableBytes
        // The classic JavaScript client measures its connection with frames that are not JSON. It does not need an
        // answer.
        if message.readableBytesView.starts(with: Self.speedTest) { return handleSpeedTest(message, on: socket) }
        do throws(VertoError) {
            let inbound = try message.readableBytesView.decodeVerto()
            confirm(connection)
            respond(inbound, from: connection)
            pass(.received(inbound), to: connection)
        } catch {
            metrics.refused("unreadable frame")
            // The decoder reads every text in a message and so fails on bytes that are not UTF-8. Only after a failure
            // is the text checked, to find out whether that was the cause.
            guard Self.isText(message) else { return socket.close(.notText) }
            pass(.unreadable(error), to: connection)
        }
    }

    private func handleSpeedTest(_ message: ByteBuffer, on socket: Socket) {
        metrics.refused("speed test")
        if !Self.isText(message) { socket.close(.notText) }
    }

    /// Source: RFC 6455 §8.1.
    private static func isText(_ message: ByteBuffer) -> Bool {
        message.withUnsafeReadableBytes { String(validating: $0, as: UTF8.self) != nil }
    }

    func socketClosed(_ socket: Socket, because reason: SocketCloseReason) {
        guard let connection = socket.attachment as? GatewayConnection else { return }
        socket.attachment = nil
        metrics.socketsClosed[reason, default: 0] += 1
        pass(.closed, to: connection)
        for timer in VertoServerTimer.allCases { runner.cancelTimer(.connection(connection.id, timer)) }
        connections[connection.id] = nil
        if connection.isAdmitted {
            let isClosed = reason == .closedByClient
            let loss: ConnectionLoss = isClosed ? (socket.isPageLeaving ? .left : .closed) : .broken
            runner.submit(.connectionLost(connection.id, loss))
        }
        guard connections.isEmpty, let done = onEmpty else { return }
        onEmpty = nil
        done()
    }

    private static let speedTest = Array("#SP".utf8)
}

extension VertoGateway: ExchangePort {
    func timerFired(_ timer: VertoServerTimer, of id: ConnectionID) {
        guard let connection = connections[id] else { return }
        pass(.timerFired(timer), to: connection)
    }

    func turnEnded() {}

    func journalWrites() {
        guard journal == .stalled else { return }
        journal = .writes
        logger.notice("the journal is written again: calls are taken")
    }

    /// Calls go on and new ones are refused, because no device may be told that something is done before it is stored.
    func journalStalled(_ error: StorageError) {
        guard journal == .writes else { return }
        journal = .stalled
        logger.critical("the journal cannot be written, no calls are taken until it can: \(error). Check the disk.")
    }

    /// Sends all devices away, because an exchange that can store nothing more cannot promise anything. `/healthz`
    /// reports it.
    func journalFailed(_ error: StorageError) {
        guard journal != .failed else { return }
        journal = .failed
        isDraining = true
        logger.critical("the journal is inconsistent, all devices are disconnected until a restart: \(error)")
        for id in connections.keys.sorted() { connections[id]?.socket.close(.shutdown) }
    }
}

/// One device's connection: its socket, its signaling session, and its identity.
final class GatewayConnection {
    let id: ConnectionID
    let socket: Socket
    var session: VertoServerSession
    /// The device's login, once it is accepted.
    var login: DeviceLogin?
    /// The login that the exchange has not yet accepted or refused.
    var claim: DeviceLogin?
    /// Whether the exchange knows the connection and has not refused it.
    var isAdmitted = false
    /// Whether the client asked for STUN and TURN servers when it logged in.
    var wantsIceServers = false
    /// Messages that wait until the session is ready, such as offers to take up calls; nil when none need to wait.
    var beforeReady: [VertoServerRequest]?
    /// Offers that the device was asked to answer, by the id of the request.
    var offers: [VertoID: OfferID] = [:]

    /// The abilities of the device, as far as the exchange knows them.
    var capabilities = DeviceCapabilities()
    /// Messages that the device was sent and is to acknowledge, by the id of the request.
    var receipts: [VertoID: AwaitedReceipt] = [:]
    /// The live calls of which the device was told that its answer is accepted, and when, as long as it is not sure that
    /// it has heard that: in the order in which it was told.
    var unconfirmed: [(callID: CallID, since: Duration)] = []

    /// All logins of the connection that can be withdrawn.
    var logins: [DeviceLogin] { [login, claim].compactMap(\.self) }

    /// The identity that logs in, or has logged in.
    var identity: Identity? { (login ?? claim)?.identity }

    init(id: ConnectionID, socket: Socket, session: VertoServerSession) {
        self.id = id
        self.socket = socket
        self.session = session
    }

    /// Notes the id under which the device will reply.
    func expect(_ reply: AwaitedReply, to frame: VertoFrame) {
        guard case .request = frame.content, let id = frame.id else { return }
        switch reply {
        case .receipt(let receipt): receipts[id] = receipt
        case .answer(let offer): offers[id] = offer
        }
    }
}

/// The meaning of a device's reply to a request.
enum AwaitedReply {
    /// That the device has the message.
    case receipt(AwaitedReceipt)
    /// The answer to a description.
    case answer(OfferID)
}

/// Whether the exchange's decisions can be stored.
enum JournalState: Sendable {
    case writes
    /// Nothing can be stored now; new calls are refused.
    case stalled
    /// Nothing can be stored until a restart; all devices are sent away.
    case failed
}

extension ByteBufferView {
    /// Decodes the bytes without copying them.
    func decodeVerto() throws(VertoError) -> VertoInbound {
        let result = withUnsafeBytes { bytes in
            Result { () throws(VertoError) in try VertoCodec.decode(bytes) }
        }
        return try result.get()
    }
}

extension SocketCloseReason {
    /// The counted reason for a socket that the session machine closes.
    init(_ closing: VertoServerCloseReason) {
        self =
            switch closing {
            case .loginTimeout: .noLogin
            case .frameTooLarge: .tooLarge
            case .loginFailures, .unauthenticatedRequests, .malformedFrames, .flood: .abuse
            case .unresponsive: .lost
            case .punted, .expired: .closedByExchange
            }
    }
}
