public import CallModel
public import ExchangeStorage
public import RingCore

/// Runs ring sessions: puts what happens into the store, sends what they decide, and tells them the time. It decides
/// nothing.
///
/// Whatever is sent comes out of the outbox, so after a crash it is sent too: ``run()`` begins by asking the carrier
/// about every leg of every open session.
public actor RingEngine {
    /// Sends under way at once: enough to keep a carrier's connection busy, few enough to leave it responsive.
    static let sendsMax = 64
    /// How long a send may take before its item is handed out again. Telnyx advises 500 ms before the same command is
    /// said again; a carrier port that retries by itself needs some of these.
    static let lease = Duration.seconds(10)

    /// How often what was handed out and never heard of is looked for.
    static let tick = Duration.seconds(1)

    private let writer: RingWriter
    private let carrier: any Carrier
    private let pusher: any RingPusher
    private let listener: any RingListener
    private let clock: any RingClock
    private var due: [CallSessionID: Duration] = [:]
    private var sends = 0
    private var sleeper: (until: Duration, task: Task<Void, Never>)?
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    public init(
        store: any RingStore, carrier: any Carrier, pusher: any RingPusher, listener: any RingListener,
        clock: any RingClock = SystemRingClock()
    ) {
        writer = RingWriter(store: store) { clock.now }
        self.carrier = carrier
        self.pusher = pusher
        self.listener = listener
        self.clock = clock
    }

    /// Puts something to a session; returns when what came of it is durable.
    ///
    /// - Throws: `StorageError` when nothing was stored: the sender must say it again.
    @discardableResult
    public func take(_ input: RingInput) async throws(StorageError) -> RingTurn {
        let turn = try await writer.take(input)
        if let session = turn.session { await perform(turn.effects, of: session) }
        return turn
    }

    /// A session as it stands; nil if there is none.
    public func session(_ id: CallSessionID) async throws(StorageError) -> RingSession? {
        try await writer.ask { store throws(StorageError) in try store.session(id) }
    }

    /// Works until its task is cancelled.
    ///
    /// - Throws: `StorageError` when the store cannot be read at the start.
    public func run() async throws(StorageError) {
        let open = try await writer.ask { store throws(StorageError) in try store.openSessions() }
        for entry in open { due[entry.session] = entry.due }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.reconcile(open.map(\.session)) }
            group.addTask { await self.tellTheTime() }
            signal.yield()
            for await _ in signals {
                for item in await nextItems() { group.addTask { await self.send(item) } }
            }
        }
    }

    /// After a start every leg is to be looked at: news may have been lost.
    private func reconcile(_ sessions: [CallSessionID]) async {
        for session in sessions {
            // If it cannot be stored now, the session's own waits ask later.
            _ = try? await take(RingInput(.event(.reconcile, .session(session))))
        }
    }

    // MARK: - Effects

    private func perform(_ effects: [RingEffect], of session: CallSessionID) async {
        for effect in effects {
            switch effect {
            case .command, .push, .withdraw: signal.yield()
            case .notice(let notice, let device): await listener.notify(notice, of: session, to: device)
            case .stateChanged(let status): await listener.changed(status)
            case .alarm(let alarm): await listener.alarm(alarm, of: session)
            case .wake(let at): wake(session, at: at)
            case .closed: due[session] = nil
            case .reply, .record, .refused: break  // For whoever asked, in the turn; records are stored.
            }
        }
    }

    // MARK: - Outbox

    private func nextItems() async -> [OutboxItem] {
        let room = Self.sendsMax - sends
        guard room > 0 else { return [] }
        let now = clock.now
        // A store that cannot be read now is read again with the next tick.
        let items = try? await writer.ask { store throws(StorageError) in
            try store.lease(room, from: now, until: now + Self.lease)
        }
        sends += items?.count ?? 0
        return items ?? []
    }

    private func send(_ item: OutboxItem) async {
        switch item.body {
        case .push(let push, let device):
            await pusher.push(push, of: item.session, to: device)
            try? await writer.ask { store throws(StorageError) in try store.settlePush(item.position) }
        case .command(let command, let id):
            let reply = await perform(command, id, item)
            // What cannot be stored now comes again when the lease is over, under the same name.
            _ = try? await take(RingInput(.event(.result(id, reply.result), .session(item.session))))
            for news in reply.news { _ = try? await take(RingInput(.event(.carrier(news), .session(item.session)))) }
        }
        sends -= 1
        signal.yield()
    }

    private func perform(_ command: CarrierCommand, _ id: RingCommandID, _ item: OutboxItem) async -> CarrierReply {
        guard let session = try? await session(item.session) else { return CarrierReply(.unavailable) }
        let order = CarrierOrder(command, id, of: session, isRepetition: item.attempts > 0)
        guard let order else { return CarrierReply(.refused) }
        return await carrier.perform(order)
    }

    // MARK: - Time

    private func tellTheTime() async {
        while !Task.isCancelled {
            let over = due.filter { [now = clock.now] in $0.value <= now }.keys.sorted()
            for session in over { await tellTheTime(to: session) }
            signal.yield()
            await sleep()
        }
        signal.finish()
    }

    private func tellTheTime(to session: CallSessionID) async {
        due[session] = nil
        let turn = try? await take(RingInput(.event(.due, .session(session))))
        // Nothing was stored: once more, soon.
        if turn == nil, due[session] == nil { due[session] = clock.now + Self.tick }
    }

    /// Until the next session is due, or one that is due earlier comes up; never longer than a tick.
    private func sleep() async {
        let end = min(due.values.min() ?? .seconds(Int64.max), clock.now + Self.tick)
        let sleep = Task { [clock] in await clock.sleep(until: end) }
        sleeper = (end, sleep)
        await withTaskCancellationHandler {
            await sleep.value
        } onCancel: {
            sleep.cancel()
        }
        sleeper = nil
    }

    private func wake(_ session: CallSessionID, at moment: Duration?) {
        due[session] = moment
        if let moment, let sleeper, moment < sleeper.until { sleeper.task.cancel() }
    }
}
