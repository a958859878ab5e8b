internal import NIOCore
internal import Synchronization

/// Holds the machine of a running stand-in behind a lock, for its connections, control and tests.
final class APNsHost: Sendable {
    private static let wakeMin: Duration = .milliseconds(1)
    /// The longest sleep while something is due later, because something earlier may be scheduled meanwhile.
    private static let wakeMax: Duration = .milliseconds(20)

    let clock: StandinClock
    let work = WorkTime()
    private let loop: any EventLoop
    private let isWakePlanned = Atomic(false)
    private let machine: Mutex<APNsMachine>
    private let onLine: (@Sendable (StandinLogEntry) -> Void)?
    private let pushes: Listeners<ReceivedPush>
    private let phoneEvents: Listeners<PhonePushEvent>

    init(
        _ configuration: APNsConfiguration, clock: StandinClock, loop: any EventLoop,
        onLine: (@Sendable (StandinLogEntry) -> Void)?
    ) {
        self.clock = clock
        self.loop = loop
        self.onLine = onLine
        machine = Mutex(APNsMachine(configuration))
        pushes = Listeners(bufferedMax: configuration.keptCount)
        phoneEvents = Listeners(bufferedMax: configuration.keptCount)
    }

    /// Gives access to the machine, after everything due is carried out.
    func with<Result: Sendable>(_ body: (inout APNsMachine, Duration) -> sending Result) -> Result {
        work.begin()
        defer { work.end() }
        let now = clock.now
        let (result, events, next) = machine.withLock { machine in
            let before = machine.phoneEvents.total
            machine.pass(to: now)
            let result = body(&machine, now)
            let new = machine.phoneEvents.total - before
            return (result, new > 0 ? Array(machine.phoneEvents.all.suffix(new)) : [], machine.nextMoment)
        }
        for event in events { phoneEvents.send(event) }
        if let next { wake(at: next, now) }
        return result
    }

    /// Schedules a wake-up for the next due time; an advanced clock is noticed within `wakeMax`.
    private func wake(at moment: Duration, _ now: Duration) {
        guard !isWakePlanned.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let wait = min(max(clock.real(moment - now), Self.wakeMin), Self.wakeMax)
        loop.scheduleTask(in: .nanoseconds(wait.wholeNanoseconds)) { [weak self] in
            guard let self else { return }
            self.isWakePlanned.store(false, ordering: .releasing)
            self.with { _, _ in }
        }
    }

    func decide(_ request: APNsStandinRequest, on connection: Int) -> APNsDecision {
        let decision = with { machine, now in
            let decision = machine.handle(request, on: connection, at: now)
            // It is called under the lock, so that the line of a request precedes its visible push.
            if let onLine { onLine(line(request, decision)) }
            return decision
        }
        if let push = decision.push { pushes.send(push) }
        return decision
    }

    func pushStream() -> AsyncStream<ReceivedPush> { pushes.stream() }
    func phoneEventStream() -> AsyncStream<PhonePushEvent> { phoneEvents.stream() }

    func finish() {
        pushes.finish()
        phoneEvents.finish()
    }

    private func line(_ request: APNsStandinRequest, _ decision: APNsDecision) -> StandinLogEntry {
        let reason = decision.answer.refusal?.reason.rawValue
        let push = decision.push.map { "\($0.pushType.rawValue) \($0.payload.count) B, push \($0.number)" }
        let delivery = decision.delivery == .atOnce ? "" : " (\(decision.delivery))"
        return StandinLogEntry(
            at: clock.now, party: .apns, method: request.method, path: StandinLogEntry.shortened(request.path),
            status: decision.answer.status, note: (reason ?? push ?? "") + delivery)
    }
}
