internal import Logging
internal import NIOCore
internal import PushDelivery
internal import PushPayload
internal import Redaction

/// Runs an ``APNsSender``: one queue of events, one switch over effects, all on one event loop.
///
/// `@unchecked Sendable`: everything that changes is touched on the event loop only, which every entrance enters first;
/// the inbox has a lock of its own.
final class APNsDriver: @unchecked Sendable {
    let environment: APNsEnvironment
    private let loop: any EventLoop
    private let connector: APNsConnector
    private let maker: ProviderTokenMaker
    private let logger: Logger
    private let inbox = PushInbox()
    private let clock: PushClock

    private var machine: APNsSender
    private var effects: [APNsEffect] = []
    private var handlers: [APNsConnectionID: APNsFrameHandler] = [:]
    private var unflushed: [APNsFrameHandler] = []
    private var callers: [UInt64: PushInbox.Caller] = [:]
    private var authorizations: [ProviderTokenRenewal.Generation: String] = [:]
    private var timer: PushTimer
    private var stopPromises: [EventLoopPromise<Void>] = []
    private var isStopped = false
    private var isRunning = false

    init(
        _ account: APNsAccount, environment: APNsEnvironment, maker: ProviderTokenMaker, on loop: any EventLoop,
        logger: Logger,
        clock: PushClock
    ) throws(PushSenderError) {
        self.environment = environment
        self.loop = loop
        self.logger = logger
        self.clock = clock
        timer = PushTimer(on: loop, clock: clock)
        self.maker = maker
        connector = try APNsConnector(
            account.endpoints[environment] ?? ServiceEndpoint(host: environment.host, port: 443), on: loop)
        machine = APNsSender(environment: environment, seed: UInt64.random(in: 0 ... .max))
    }

    func start() {
        loop.execute { self.handle(.start) }
    }

    func send(_ push: PreparedPush) async -> PushOutcome {
        await withCheckedContinuation { caller in
            if inbox.put(push, wall: clock.wall, caller) { loop.execute { self.removeInbox() } }
        }
    }

    /// Returns when every push has its outcome.
    func stop(within limit: Duration) async {
        let promise = loop.makePromise(of: Void.self)
        loop.execute {
            guard !self.isStopped else { return promise.succeed(()) }
            self.stopPromises.append(promise)
            self.handle(.stop(within: limit))
        }
        try? await promise.futureResult.get()
    }

    func metrics() async -> PushMetrics {
        (try? await loop.submit { self.machine.metrics }.get()) ?? PushMetrics()
    }

    private func removeInbox() {
        loop.assertInEventLoop()
        let now = clock.now
        for item in inbox.removeAll() {
            callers[item.push.reference] = item.caller
            machine.handle(.submit(item.push, wall: item.wall), at: now, into: &effects)
        }
        carryOut()
    }

    /// The single entrance for events of connections, tokens and the clock.
    func handle(_ event: APNsEvent) {
        loop.assertInEventLoop()
        machine.handle(event, at: clock.now, into: &effects)
        carryOut()
    }

    private func carryOut() {
        // An effect may cause an event immediately; the loop that is already running carries out the resulting effects.
        guard !isRunning else { return }
        isRunning = true
        var position = 0
        while position < effects.count {
            carryOut(effects[position])
            position += 1
        }
        effects.removeAll(keepingCapacity: true)
        isRunning = false
        for handler in unflushed { handler.flush() }
        unflushed.removeAll(keepingCapacity: true)
        wakeInTime()
    }

    private func carryOut(_ effect: APNsEffect) {
        switch effect {
        case .open(let id): open(id)
        case .send(let id, let stream, let request, let token):
            guard let handler = handlers[id], let authorization = authorizations[token] else { return }
            handler.send(request, on: stream, authorization: authorization)
            markUnflushed(handler)
        case .cancel(let id, let stream):
            guard let handler = handlers[id] else { return }
            handler.cancel(stream)
            markUnflushed(handler)
        case .ping(let id):
            guard let handler = handlers[id] else { return }
            handler.ping()
            markUnflushed(handler)
        case .close(let id): handlers.removeValue(forKey: id)?.close()
        case .mint(let generation): mint(generation)
        case .resolve(let reference, let outcome):
            callers.removeValue(forKey: reference)?.resume(returning: outcome)
        case .alarm(let alarm): logger.error("push refused", metadata: ["alarm": "\(alarm)"])
        case .stopped:
            isStopped = true
            for promise in stopPromises { promise.succeed(()) }
            stopPromises = []
        }
    }

    private func markUnflushed(_ handler: APNsFrameHandler) {
        if !unflushed.contains(where: { $0 === handler }) { unflushed.append(handler) }
    }

    private func open(_ id: APNsConnectionID) {
        let handler = APNsFrameHandler(id, host: connector.host) { self.received($0) }
        handlers[id] = handler
        connector.connect(handler).whenFailure { [logger] error in
            logger.warning(
                "no connection to the push service",
                metadata: [
                    "environment": "\(self.environment.rawValue)", "address": "\(self.connector.address)",
                    "error": "\(type(of: error))",
                ])
            self.received(.closed(id))
        }
    }

    private func received(_ event: APNsEvent) {
        if case .closed(let id) = event { handlers[id] = nil }
        handle(event)
    }

    private func mint(_ generation: ProviderTokenRenewal.Generation) {
        let second = Int(clock.wall.milliseconds / 1_000)
        Task {
            let token = try? await maker.token(at: second)
            loop.execute {
                guard let token else { return self.handle(.mintFailed(generation)) }
                // The previous token stays: Apple may request it again.
                self.authorizations = self.authorizations.filter { $0.key + 1 >= generation }
                self.authorizations[generation] = "bearer " + token.text.revealed
                self.handle(.minted(generation, age: .seconds(max(second - token.issuedAt, 0))))
            }
        }
    }

    private func wakeInTime() {
        timer.set(to: machine.nextWake(after: clock.now)) {
            self.timer.hasFired()
            self.handle(.time)
        }
    }
}
