internal import Logging
internal import NIOCore
internal import PushDelivery
internal import PushPayload
internal import Redaction

/// Runs an ``FCMSender``: one queue of events, one switch over effects, all on one event loop.
///
/// `@unchecked Sendable`: everything that changes is touched on the event loop only, which every entrance enters first;
/// the inbox has a lock of its own.
final class FCMDriver: @unchecked Sendable {
    private struct Attempt: Hashable {
        var ticket: QueuedPushID
        var number: Int
    }

    private let loop: any EventLoop
    private let client: FCMClient
    private let logger: Logger
    private let inbox = PushInbox()
    private let clock: PushClock

    private var machine: FCMSender
    private var effects: [FCMEffect] = []
    private var requests: [Attempt: Task<Void, Never>] = [:]
    private var callers: [UInt64: PushInbox.Caller] = [:]
    private var tokens: [AccessTokenRenewal.Generation: Redacted<String>] = [:]
    private var timer: PushTimer
    private var stopPromises: [EventLoopPromise<Void>] = []
    private var isStopped = false

    init(_ account: FCMAccount, on loop: any EventLoop, logger: Logger, clock: PushClock) throws(PushSenderError) {
        self.loop = loop
        self.logger = logger
        self.clock = clock
        timer = PushTimer(on: loop, clock: clock)
        client = try FCMClient(account, on: loop)
        machine = FCMSender(seed: UInt64.random(in: 0 ... .max))
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
        await client.shutDown()
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

    private func handle(_ event: FCMEvent) {
        loop.assertInEventLoop()
        machine.handle(event, at: clock.now, into: &effects)
        carryOut()
    }

    /// No effect causes an event immediately, so this method is never reentered.
    private func carryOut() {
        for effect in effects { carryOut(effect) }
        effects.removeAll(keepingCapacity: true)
        wakeInTime()
    }

    private func carryOut(_ effect: FCMEffect) {
        switch effect {
        case .fetchToken(let generation): fetchToken(generation)
        case .send(let ticket, let attempt, let message, let token):
            send(message, for: Attempt(ticket: ticket, number: attempt), token)
        case .cancel(let ticket, let attempt):
            requests.removeValue(forKey: Attempt(ticket: ticket, number: attempt))?.cancel()
        case .resolve(let reference, let outcome):
            callers.removeValue(forKey: reference)?.resume(returning: outcome)
        case .alarm(let alarm): logger.error("push refused", metadata: ["alarm": "\(alarm)"])
        case .stopped:
            isStopped = true
            for promise in stopPromises { promise.succeed(()) }
            stopPromises = []
        }
    }

    private func send(_ message: FCMMessage, for attempt: Attempt, _ token: AccessTokenRenewal.Generation) {
        guard let text = tokens[token] else { return }
        requests[attempt] = Task { [client, loop] in
            let event: FCMEvent
            do {
                let answer = try await client.send(message, token: text)
                event = .answered(attempt.ticket, attempt: attempt.number, answer)
            } catch {
                event = .failed(
                    attempt.ticket, attempt: attempt.number, wasNotSent: FCMClient.wasNotSent(error))
            }
            loop.execute {
                self.requests[attempt] = nil
                self.handle(event)
            }
        }
    }

    private func fetchToken(_ generation: AccessTokenRenewal.Generation) {
        let second = Int(clock.wall.milliseconds / 1_000)
        Task { [client, loop] in
            let result: Result<AccessToken, any Error>
            do {
                result = .success(try await client.fetchToken(at: second))
            } catch {
                result = .failure(error)
            }
            loop.execute { self.fetched(generation, result) }
        }
    }

    private func fetched(_ generation: AccessTokenRenewal.Generation, _ result: Result<AccessToken, any Error>) {
        switch result {
        case .success(let token):
            tokens = tokens.filter { $0.key + 1 >= generation }
            tokens[generation] = token.text
            handle(.granted(generation, life: token.life))
        case .failure(let error):
            handle(.grantRefused(generation, status: (error as? GrantRefusal)?.status ?? 0))
        }
    }

    private func wakeInTime() {
        timer.set(to: machine.nextWake(after: clock.now)) {
            self.timer.hasFired()
            self.handle(.time)
        }
    }
}
