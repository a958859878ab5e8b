internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import NIOCore
internal import Redaction
internal import Verto

/// Bytes of devices into events of the exchange, and its effects into frames of each device's dialect.
///
/// Lives on the exchange's event loop. Who may do what is decided by the session machine and the exchange.
final class VertoGateway {
    let runner: ExchangeRunner
    var directory: Directory
    /// What a login without an account may call.
    let anonymousLogins: AnonymousLogins
    /// Who may call whom.
    var policy: CallingPolicy
    /// What devices are told to find their way with.
    var iceServerEntries: [IceServerEntry]
    /// What it is told of organisations.
    let memberships = KnownMemberships()
    /// Looks up whose an access token is; nil until the accounts are open.
    var tokens: AccessTokens?
    var loginFailures: LoginFailures<ClientAddress, LogNames.Mark>
    var metrics = GatewayMetrics()
    let lag: LoopLag
    /// Once the exchange stops: nobody logs in, nobody calls.
    private(set) var isDraining = false
    private(set) var journal = JournalHealth.writes
    private(set) var connections: [ConnectionID: GatewayConnection] = [:]

    private(set) var limits: ServerLimits
    let logger: Logger
    let passwords: PasswordVerifier
    let logNames = LogNames()
    let eventLoop: any EventLoop
    /// Has a user's password, which was just proven, hashed as new ones are.
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
        self.logger = logger
        sessionLimits = Self.sessionLimits(limits)
    }

    /// From now on; sockets that are open keep those of their session.
    func setLimits(_ limits: ServerLimits) {
        self.limits = limits
        sessionLimits = Self.sessionLimits(limits)
        loginFailures.allow(
            ofLogin: limits.failedLoginsPerMinute, ofAddress: limits.failedLoginsPerMinuteOfAddress)
        runner.setLimits(limits.ofExchange)
    }

    private static func sessionLimits(_ limits: ServerLimits) -> VertoServerLimits {
        VertoServerLimits(
            loginTime: limits.loginWait, clientReadyDelay: .zero, requestsPerSecondMax: limits.requestsPerSecond)
    }

    func connection(_ id: ConnectionID) -> GatewayConnection? { connections[id] }

    /// Closes every socket in order; `done` is called once the last is gone.
    func drain(_ done: @escaping () -> Void) {
        isDraining = true
        guard !connections.isEmpty else { return done() }
        onEmpty = done
        for id in connections.keys.sorted() { connections[id]?.socket.close(.shutdown) }
    }

    // MARK: - The session machine

    /// Tells a connection's session machine something and does what it asks.
    func tell(_ event: VertoServerEvent, to connection: GatewayConnection) {
        var wanted: [VertoServerEffect] = []
        swap(&wanted, &effects)
        connection.session.handle(event, at: runner.clock.now, into: &wanted)
        perform(&wanted, on: connection)
    }

    private func perform(_ wanted: inout [VertoServerEffect], on connection: GatewayConnection) {
        for effect in wanted { perform(effect, on: connection) }
        wanted.removeAll(keepingCapacity: true)
        swap(&wanted, &effects)
    }

    /// The id under which the device will answer the description it is being sent.
    private func note(_ frame: VertoFrame, on connection: GatewayConnection) {
        guard let offer = connection.pendingOffer, case .request = frame.content, let id = frame.id else { return }
        connection.pendingOffer = nil
        connection.offers[id] = offer
    }

    private func perform(_ effect: VertoServerEffect, on connection: GatewayConnection) {
        switch effect {
        case .send(let frame):
            metrics.messagesSent += 1
            note(frame, on: connection)
            connection.socket.send(VertoCodec.encode(frame))
        case .sendBatch(let frames):
            metrics.messagesSent += frames.count
            connection.socket.send(VertoCodec.encode(batch: frames))
        case .authenticate(let authentication): authenticate(authentication, on: connection)
        case .request(let token, let request): forward(request, token, from: connection)
        case .ready: break
        // Fired by hand once the calls that go on have been offered: see `becomeReady`.
        case .startTimer(.clientReady, _): break
        case .startTimer(let timer, let wait): runner.startTimer(.connection(connection.id, timer), after: wait)
        case .cancelTimer(let timer): runner.cancelTimer(.connection(connection.id, timer))
        case .close(let closing):
            logger.debug("\(connection.id) closed: \(closing.rawValue)")
            connection.socket.close(SocketEnd(closing))
        }
    }
}

extension VertoGateway: SocketOwner {
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
        tell(.opened, to: connection)
    }

    func socket(_ socket: Socket, received message: ByteBuffer) {
        guard let connection = socket.attachment as? GatewayConnection else { return }
        metrics.messagesReceived += 1
        metrics.bytesReceived += message.readableBytes
        // The classic JavaScript client measures its line with frames that are not JSON; nothing depends on the answer.
        if message.readableBytesView.starts(with: Self.speedTest) { return takeSpeedTest(message, on: socket) }
        do throws(VertoError) {
            let inbound = try message.readableBytesView.decodeVerto()
            respond(inbound, from: connection)
            tell(.received(inbound), to: connection)
        } catch {
            metrics.refused("unreadable frame")
            // The decoder reads every text in a message, so it finds bytes that are not UTF-8 wherever they stand; only
            // then is it worth asking whether that was the fault.
            guard Self.isText(message) else { return socket.close(.notText) }
            tell(.unreadable(error), to: connection)
        }
    }

    private func takeSpeedTest(_ message: ByteBuffer, on socket: Socket) {
        metrics.refused("speed test")
        if !Self.isText(message) { socket.close(.notText) }
    }

    /// Source: RFC 6455 §8.1.
    private static func isText(_ message: ByteBuffer) -> Bool {
        message.withUnsafeReadableBytes { String(validating: $0, as: UTF8.self) != nil }
    }

    func socketClosed(_ socket: Socket, because reason: SocketEnd) {
        guard let connection = socket.attachment as? GatewayConnection else { return }
        socket.attachment = nil
        metrics.socketsClosed[reason, default: 0] += 1
        tell(.closed, to: connection)
        for timer in VertoServerTimer.allCases { runner.cancelTimer(.connection(connection.id, timer)) }
        connections[connection.id] = nil
        if connection.isAdmitted {
            runner.submit(.connectionLost(connection.id, reason == .closedByClient ? .closed : .broken))
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
        tell(.timerFired(timer), to: connection)
    }

    func turnEnded() {}

    func journalWrites() {
        guard journal == .stalled else { return }
        journal = .writes
        logger.notice("the journal is written again: calls are taken")
    }

    /// Nobody is told that something is done which is not stored; calls go on, and new ones are refused.
    func journalStalled(_ error: StorageError) {
        guard journal == .writes else { return }
        journal = .stalled
        logger.critical("the journal cannot be written, no calls are taken until it can: \(error). Check the disk.")
    }

    /// An exchange that cannot keep its promises makes none: everybody is sent away, and `/healthz` says so.
    func journalFailed(_ error: StorageError) {
        guard journal != .failed else { return }
        journal = .failed
        isDraining = true
        logger.critical("the journal contradicts itself, everybody is sent away until a restart: \(error)")
        for id in connections.keys.sorted() { connections[id]?.socket.close(.shutdown) }
    }
}
