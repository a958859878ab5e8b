package import NIOCore
internal import Synchronization
internal import WireJSON

/// Holds the party of a running stand-in behind a lock.
package final class PartyHost<Party: HTTPParty>: Sendable {
    private static var wakeMin: Duration { .milliseconds(1) }
    /// The longest sleep while something is due later, because something earlier may be scheduled meanwhile.
    private static var wakeMax: Duration { .milliseconds(20) }

    let clock: StandinClock
    let work = WorkTime()
    private let loop: any EventLoop
    private let sender: DeliverySender
    private let onLine: (@Sendable (StandinLogEntry) -> Void)?
    private let onDelivery: (@Sendable (StandinLogEntry) -> Void)?
    private let isWakePlanned = Atomic(false)
    private let party: Mutex<Party>
    /// The hooks, called under the lock of the party, so that effects keep their order.
    private let hooks = Mutex(Hooks())

    private struct Hooks: Sendable {
        var feed: (@Sendable (inout Party) -> Void)?
        var onEffects: (@Sendable ([Party.Effect]) -> Void)?
    }

    /// - Parameters:
    ///   - onLine: called for every answered request before its effects are visible; it must not call the host.
    ///   - onDelivery: called once a delivery was answered or failed.
    package init(
        _ party: Party, clock: StandinClock, loop: any EventLoop, sender: DeliverySender,
        onLine: (@Sendable (StandinLogEntry) -> Void)?, onDelivery: (@Sendable (StandinLogEntry) -> Void)?
    ) {
        self.party = Mutex(party)
        self.clock = clock
        self.loop = loop
        self.sender = sender
        self.onLine = onLine
        self.onDelivery = onDelivery
    }

    /// - Parameters:
    ///   - feed: passes input other than requests to the party, before anything else is done.
    ///   - onEffects: takes the party's effects; it must not wait.
    func attach(
        feed: @escaping @Sendable (inout Party) -> Void, onEffects: @escaping @Sendable ([Party.Effect]) -> Void
    ) {
        hooks.withLock { $0 = Hooks(feed: feed, onEffects: onEffects) }
    }

    /// Gives access to the party, after everything due is carried out.
    func with<Result: Sendable>(_ body: (inout Party, Duration) -> sending Result) -> Result {
        work.begin()
        defer { work.end() }
        let now = clock.now
        let hooks = hooks.withLock { $0 }
        let (result, next, deliveries) = party.withLock { party in
            hooks.feed?(&party)
            party.pass(to: now)
            let result = body(&party, now)
            let effects = party.removeEffects()
            if !effects.isEmpty { hooks.onEffects?(effects) }
            return (result, party.nextMoment, party.removeDeliveries())
        }
        for delivery in deliveries { send(delivery) }
        if let next { wake(at: next, now) }
        return result
    }

    /// Answers a client. The log line is written under the lock, so that it precedes the visible effects.
    package func serve(_ request: StandinRequest) -> StandinAnswer {
        with { party, now in
            let fault = party.faults.use(path: request.path)
            let response: StandinResponse
            if let fault, !fault.isProcessed {
                let status = if case .refuse(let status) = fault.kind { status } else { 500 }
                response = party.failure(status)
            } else {
                response = party.handle(request, at: now)
            }
            let answer = StandinAnswer(response, fault?.delivery ?? .atOnce)
            report(request, answer, party.note(request, response), at: now)
            return answer
        }
    }

    private func report(_ request: StandinRequest, _ answer: StandinAnswer, _ note: String, at now: Duration) {
        let delivery = answer.delivery == .atOnce ? "" : " (\(answer.delivery))"
        onLine?(
            StandinLogEntry(
                at: now, party: Party.kind, method: request.method, path: StandinLogEntry.shortened(request.path),
                status: answer.response.status, note: note + delivery))
    }

    /// Answers the control.
    func control(_ request: StandinRequest) -> StandinResponse {
        let segments = request.segments
        guard segments.first == "standin" else {
            return .json(["error": "the control is under /standin/…"], status: 404)
        }
        guard let body = request.object else {
            return .json(["error": "the body must be a JSON object or nothing"], status: 400)
        }
        switch (request.method, segments.dropFirst().first) {
        case ("POST", "faults"):
            guard let fault = HTTPFault(body) else {
                return .json(["error": "kind must be one of delay, refuse, cut, lose"], status: 400)
            }
            return with { party, _ in party.faults.add(fault) }
                ? .json([:], status: 201) : .json(["error": "too many faults"], status: 400)
        case ("DELETE", "faults"):
            with { party, _ in party.faults.clear() }
            return .json([:])
        case ("POST", "clock"):
            guard let step = body["advance_ms"]?.integer, step >= 0 else {
                return .json(["error": "advance_ms: not negative"], status: 400)
            }
            clock.advance(by: .milliseconds(step))
            with { _, _ in }
            return .json(["now_ms": .integer(clock.now.wholeMilliseconds)])
        default:
            return with { party, now in party.control(request, Array(segments.dropFirst()), at: now) }
                ?? .json(["error": "no such thing"], status: 404)
        }
    }

    private func send(_ delivery: StandinDelivery) {
        sender.send(delivery) { [weak self] status in
            guard let self else { return }
            let line = with { party, now in
                let name = party.name(of: delivery)
                party.delivered(delivery, status: status, at: now)
                return StandinLogEntry(
                    at: now, party: Party.kind, method: "SENT", path: name, status: status ?? 0,
                    note: status == nil ? "no answer" : "")
            }
            onDelivery?(line)
        }
    }

    private func wake(at moment: Duration, _ now: Duration) {
        guard !isWakePlanned.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let wait = min(max(clock.real(moment - now), Self.wakeMin), Self.wakeMax)
        loop.scheduleTask(in: .nanoseconds(wait.wholeNanoseconds)) { [weak self] in
            guard let self else { return }
            self.isWakePlanned.store(false, ordering: .releasing)
            self.with { _, _ in }
        }
    }
}
