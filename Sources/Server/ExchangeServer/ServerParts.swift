internal import CallModel
internal import Clocks
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangePush
internal import ExchangeStorage
internal import Foundation
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Redaction
internal import Synchronization
internal import Trace

/// The parts of a server and how they are put together, started and stopped.
final class ServerParts: Sendable {
    /// How long clients may take to answer the close frame before their connections are closed.
    static let drainWait = TimeAmount.seconds(5)

    let group: MultiThreadedEventLoopGroup
    let eventLoop: any EventLoop
    let settings: ServerSettings
    /// The log; nil: the embedding program gave its own logger.
    let log: ServerLog?
    let logger: Logger
    let store: ServerStorage
    let secrets: SecretBox
    let passwords: PasswordVerifier
    let gate: RetentionControl
    let journal: JournalWriter
    let gateway: NIOLoopBound<VertoGateway>
    let flushes: NIOLoopBound<FlushQueue>
    let admission: NIOLoopBound<ConnectionAdmission>
    let broadcast: NIOLoopBound<BroadcastServer>
    let clock: RunClock
    let earlier: RestartRecovery
    let voicemail: VoicemailStorage
    let voicemailPublisher: VoicemailPublisher
    private let attendantPassword: Redacted<String>?
    let rings: RingService
    private let history: HistoryCleanup
    private let running = Mutex(Running())

    private init(
        _ settings: ServerSettings, group: MultiThreadedEventLoopGroup, log: ServerLog?, logger: Logger,
        store: ServerStorage, secrets: SecretBox, gate: RetentionControl, clock: RunClock, earlier: RestartRecovery,
        journal: JournalWriter, rings: RingService,
        attendantPassword: Redacted<String>?, loopState: LoopState
    ) {
        self.settings = settings
        self.log = log
        self.group = group
        eventLoop = loopState.eventLoop
        self.logger = logger
        self.store = store
        self.secrets = secrets
        self.gate = gate
        self.clock = clock
        self.earlier = earlier
        self.journal = journal
        self.rings = rings
        gateway = loopState.gateway
        passwords = loopState.passwords
        flushes = loopState.flushes
        admission = loopState.admission
        voicemail = VoicemailStorage(store.exchange)
        voicemailPublisher = loopState.voicemailPublisher
        self.attendantPassword = attendantPassword
        broadcast = loopState.broadcast
        store.exchange.onUpkeepFailure { logger.warning("\($0)") }
        history = HistoryCleanup(
            store: store.exchange, settings: settings, gate: gate, logger: logger)
    }

    /// The parts that live on the event loop.
    private struct LoopState: Sendable {
        let eventLoop: any EventLoop
        let passwords: PasswordVerifier
        let gateway: NIOLoopBound<VertoGateway>
        let memberships: MembershipCache
        let flushes: NIOLoopBound<FlushQueue>
        let admission: NIOLoopBound<ConnectionAdmission>
        let broadcast: NIOLoopBound<BroadcastServer>
        let feed: CallEventSender

        var voicemailPublisher: VoicemailPublisher { VoicemailPublisher(eventLoop: eventLoop, broadcast: broadcast) }
    }

    /// The parts that accept connections: empty before the start and after the stop.
    private struct Running {
        var channels: [any Channel] = []
        var apple: AppleClient?
        var backend: APIBackend?
        var upgrades: PasswordUpgrades?
        /// The background tasks.
        var backgroundTasks: [Task<Void, Never>] = []
        var routes: [String] = []
        var http: ConnectionTasks<HTTPConnectionServer.Connection>?
    }

    // MARK: - Start

    static func assemble(
        _ configuration: ExchangeConfiguration, trace: (any TraceSink)?, logger given: Logger?,
        calendarClock: any TimeSource, pushClock: PushClock, time: any TimeSource, passwordWork: PasswordVerifier.Work,
        changes: ChangeSignal
    ) async throws(ExchangeServerError) -> ServerParts {
        let serverLog = given == nil ? ServerLog(configuration.logFormat, level: configuration.logLevel) : nil
        let logger = given ?? serverLog?.logger(label: "carillon.exchange") ?? Logger(label: "carillon.exchange")
        let tls = try configuration.tls.map { files throws(ExchangeServerError) in try TLSIdentity(files) }
        let settings = ServerSettings(
            .init(configuration: configuration, tls: tls, browserPhone: try configuration.browserPhone.files()))
        let clock = RunClock()
        let (store, secrets, gate, earlier) = try openStore(configuration, clock: clock, time: time, logger: logger)
        store.onCommit { changes.signal() }
        var directory = try directory(configuration, users: store.exchange)
        let attendantPassword = try configuration.voicemail.map { _ throws(ExchangeServerError) in
            try addAttendant(to: &directory)
        }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let eventLoop = group.next()
        let (log, directoryNow) = (logger, directory)
        let passwords = PasswordVerifier(passwordWork)
        do {
            let loopState = try await eventLoop.submit {
                makeLoopState(
                    on: eventLoop, directoryNow, passwords, configuration, clock: clock, trace: trace, logger: log)
            }.get()
            let rings = try RingService(
                configuration, store: store.exchange, accounts: store.accounts, secrets: secrets,
                gateway: loopState.gateway, memberships: loopState.memberships, publisher: loopState.voicemailPublisher,
                feed: loopState.feed, gate: gate, on: group, clock: calendarClock, runClock: clock,
                pushClock: pushClock, changes: changes, trace: trace.map { RingTrace(sink: $0, clock: clock) },
                logger: logger)
            let gateway = loopState.gateway
            let journal = JournalWriter(store: store.exchange, clock: clock.wall, sealing: secrets) { progress in
                eventLoop.execute { gateway.value.runner.handle(progress) }
            }
            try await eventLoop.submit {
                gateway.value.runner.journal = journal
                gateway.value.runner.changes = changes
                gateway.value.tokens = AccessTokens(accounts: store.accounts, eventLoop: eventLoop, clock: clock)
                gateway.value.runner.numberCalls = GatewayCallController(rings.gatewayDelivery, gateway, on: eventLoop)
                loopState.broadcast.value.own?.onListening = { [weak rings] in
                    rings?.device(DeviceID($0), isListening: $1)
                }
                gateway.value.runner.pusher = rings.pushes
            }.get()
            return ServerParts(
                settings, group: group, log: serverLog, logger: logger, store: store, secrets: secrets, gate: gate,
                clock: clock, earlier: earlier, journal: journal, rings: rings,
                attendantPassword: attendantPassword, loopState: loopState)
        } catch let error as ExchangeServerError {
            throw error
        } catch {
            throw ExchangeServerError(.listen, "the event loop does not run: \(error)")
        }
    }

    private static func makeLoopState(
        on eventLoop: any EventLoop, _ directory: Directory, _ passwords: PasswordVerifier,
        _ configuration: ExchangeConfiguration, clock: RunClock, trace: (any TraceSink)?, logger: Logger
    ) -> LoopState {
        let limits = configuration.limits
        let runner = ExchangeRunner(
            limits: limits.ofExchange, replyWait: limits.replyWait, clock: clock, eventLoop: eventLoop, trace: trace,
            logger: logger)
        let gateway = VertoGateway(
            runner: runner, directory: directory, passwords: passwords,
            anonymousLogins: configuration.anonymousLogins, policy: configuration.calling,
            iceServers: configuration.iceServers, limits: limits, logger: logger, eventLoop: eventLoop)
        runner.port = gateway
        let broadcast = BroadcastServer(
            configuration.broadcastApps, limits: limits, clock: clock, eventLoop: eventLoop)
        runner.feed = broadcast.own.map { CallEventPublisher(application: $0, clock: clock.wall) }
        return LoopState(
            eventLoop: eventLoop, passwords: passwords, gateway: NIOLoopBound(gateway, eventLoop: eventLoop),
            memberships: gateway.memberships,
            flushes: NIOLoopBound(FlushQueue(eventLoop: eventLoop), eventLoop: eventLoop),
            admission: NIOLoopBound(
                ConnectionAdmission(eventLoop: eventLoop, limits: limits, proxies: configuration.trustedProxies),
                eventLoop: eventLoop),
            broadcast: NIOLoopBound(broadcast, eventLoop: eventLoop),
            feed: CallEventSender(
                eventLoop: eventLoop, publisher: runner.feed.map { NIOLoopBound($0, eventLoop: eventLoop) }))
    }

    func listen() async throws(ExchangeServerError) -> (port: Int, attendant: AttendantAccess?) {
        let configuration = settings.current.configuration
        let isSecure = settings.tls != nil
        let (apple, revoker) = try await makeApple()
        let backend = APIBackend(
            eventLoop: eventLoop, gateway: gateway, admission: admission, flushes: flushes, store: store.exchange,
            accounts: store.accounts, passwords: passwords, secrets: secrets, apple: apple, revoker: revoker,
            clock: clock, settings: settings, restart: earlier.counts, rings: rings, gate: gate,
            broadcast: broadcast)
        do {
            try await AccountService(backend: backend).restore()
            try await AccountService(backend: backend).restoreReach()
            try await rings.prepare()
            // A failure is retried by ``RevocationRetry`` and does not prevent the start.
            try? await AccountService(backend: backend).settleAll()
        } catch {
            throw ExchangeServerError(.storage, "\(error)")
        }
        let router = APIRoutes.router(backend, logger: logger)
        // The addresses of Pusher and the carriers, which are documented by them.
        BroadcastRoutes.add(to: router, backend, broadcast)
        RingRoutes.add(to: router, backend)
        running.withLock { $0.routes = router.routes.map { "\($0.method) \($0.path)" } }
        let http = HTTPConnectionServer(
            router: router, publishing: PublishingRoute(broadcast: broadcast, eventLoop: eventLoop), isSecure: isSecure,
            settings: settings, proxies: configuration.trustedProxies, logger: logger)
        let connections = ConnectionTasks { [logger] in await http.handle(value: $0, logger: logger) }
        running.withLock { $0.http = connections }
        var listener = PortListener(
            eventLoop: eventLoop, settings: settings, isSecure: isSecure, gateway: gateway, flushes: flushes,
            broadcast: broadcast, admission: admission, http: http, httpConnections: connections, logger: logger)
        await upgradePasswords(backend)
        await resumeCalls()
        let channel = try await listener.listen(on: configuration.listen)
        running.withLock { $0.channels.append(channel) }
        listener.isSecure = false
        let attendant = try await listenForAttendant(listener)
        history.start()
        let cleanup = AccountCleanup(accounts: store.accounts, reach: rings.reach, gate: gate, logger: logger)
        let watch = certificateWatch
        running.withLock { running in
            running.backend = backend
            running.backgroundTasks.append(Task { await cleanup.run() })
            running.backgroundTasks.append(Task { await RevocationRetry(backend, logger).run() })
            running.backgroundTasks.append(Task { [gate] in await gate.run() })
            if let revoker { running.backgroundTasks.append(Task { await revoker.run() }) }
            running.backgroundTasks.append(Task { await watch.run() })
        }
        rings.start()
        if let phone = settings.browserPhone {
            logger.notice("the browser phone is served at \(BrowserPhoneMiddleware.page), from \(phone.folder)")
        }
        return (channel.localAddress?.port ?? configuration.listen.port, attendant)
    }

    /// Rehashes outdated password hashes at the next login.
    private func upgradePasswords(_ backend: APIBackend) async {
        let upgrades = PasswordUpgrades(backend, logger: logger)
        running.withLock { $0.upgrades = upgrades }
        // The loop runs as long as the server.
        try? await backend.onLoop { gateway in
            gateway.upgradePassword = { upgrades.upgrade(of: $0, from: $1, $2) }
        }
    }

    /// Starts the calls that continue. Called when devices can reconnect, because their time to do so begins here.
    private func resumeCalls() async {
        let work = eventLoop.submit { [gateway, keptCalls = earlier.keptCalls] in
            let runner = gateway.value.runner
            for kept in keptCalls { runner.submit(.recovered(kept)) }
            runner.numberCalls?.endOrphans()
        }
        try? await work.get()
    }

    private func listenForAttendant(_ listener: PortListener) async throws(ExchangeServerError) -> AttendantAccess? {
        guard let attendantPassword else { return nil }
        let channel = try await listener.listen(on: ListenAddress(host: "127.0.0.1", port: 0))
        running.withLock { $0.channels.append(channel) }
        guard let port = channel.localAddress?.port else { return nil }
        return AttendantAccess(port: port, login: ExchangeServer.attendantLogin, password: attendantPassword)
    }

    private func makeApple() async throws(ExchangeServerError) -> (AppleSignInService?, AppleRevoker?) {
        guard let settings = settings.current.configuration.apple else { return (nil, nil) }
        let (clock, logger) = (clock, logger)
        let now: @Sendable () -> Int64 = { clock.wall.microseconds(at: clock.now) }
        let client: AppleClient
        do {
            client = try await AppleClient(settings, on: group, logger: logger)
        } catch {
            throw ExchangeServerError(.configuration, "apple.private-key is not a P-256 private key in PEM")
        }
        running.withLock { $0.apple = client }
        let signIn = AppleSignInService(
            client: client, keys: AppleKeys(client: client, now: now),
            nonces: SignInNonces(key: secrets.key(for: SignInNonces.purpose)), logger: logger)
        let revoker = AppleRevoker(client: client, accounts: store.accounts, secrets: secrets, now: now, logger: logger)
        return (signIn, revoker)
    }

    /// The routes of the API, such as `GET /api/users/{name}`.
    var routes: [String] { running.withLock { $0.routes } }

    // MARK: - Stop

    var certificateWatch: CertificateWatch {
        CertificateWatch(settings: settings, clock: rings.reach.clock, logger: logger)
    }

    /// The backend of the API; nil before the start and after the stop.
    var backend: APIBackend? { running.withLock { $0.backend } }

    func stop() async {
        let running = running.withLock { running in
            defer { running = Running() }
            return running
        }
        for channel in running.channels { try? await channel.close().get() }
        await history.stop()
        await drain()
        // The remaining connections are closed; the exchange's decisions about them are stored with the rest.
        let admission = admission
        try? await eventLoop.flatSubmit { admission.value.abort() }.get()
        await running.http?.finish()
        await running.upgrades?.finish()
        await passwords.stop()
        for chore in running.backgroundTasks { chore.cancel() }
        for chore in running.backgroundTasks { await chore.value }
        await running.apple?.close()
        let gateway = gateway
        let late = try? await eventLoop.submit { gateway.value.runner.numberCalls?.stop() ?? [] }.get()
        for task in late ?? [] { await task.value }
        await rings.stop()
        try? await eventLoop.submit {}.get()
        await journal.stop()
        try? await group.shutdownGracefully()
        do throws(StorageError) { try store.exchange.close() } catch { logger.error("\(error)") }
        log?.flush()
    }

    private func drain() async {
        let (gateway, admission, broadcast) = (gateway, admission, broadcast)
        let drained = eventLoop.makePromise(of: Void.self)
        eventLoop.execute {
            broadcast.value.close()
            admission.value.close()
            // The first of both completes the promise.
            let once = OncePromise(drained)
            gateway.value.drain { admission.value.whenEmpty { once.succeed() } }
            gateway.eventLoop.assumeIsolated().scheduleTask(in: Self.drainWait) { once.succeed() }
        }
        try? await drained.futureResult.get()
    }
}

/// A promise that is completed by the first of several callers.
final class OncePromise {
    private var promise: EventLoopPromise<Void>?

    init(_ promise: EventLoopPromise<Void>) {
        self.promise = promise
    }

    func succeed() {
        promise?.succeed(())
        promise = nil
    }
}
