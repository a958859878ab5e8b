public import CallModel
public import ExchangeStorage
public import RingCore

/// Runs ring sessions: puts what happens into the store, sends what they decide, and tells them the time. It decides
/// nothing.
///
/// Whatever is sent comes out of the outbox, so after a crash it is sent too: ``run()`` begins by asking the carrier
/// about every leg of every open session.
public actor RingEngine {
    /// Commands under way at once: enough to keep a carrier's connection busy, few enough to leave it responsive.
    static let commandsMax = 64
    /// Pushes under way at once. They may wait for their service as long as a call rings, and hold up nothing else.
    static let pushesMax = 4_096
    /// How long a command may take before its item is handed out again. Telnyx advises 500 ms before the same command is
    /// said again; a carrier port that retries by itself needs some of these.
    static let lease = Duration.seconds(10)
    /// How long a push may take: it is over when the call has stopped ringing.
    static let pushLease = RingLimits.ringTimeMax + .seconds(30)
    /// Sessions told the time at once: as many as the store takes in one transaction.
    static let duesMax = 256
    /// Dials looked at in one go.
    static let dialsMax = 256

    /// How often what was handed out and never heard of is looked for.
    static let tick = Duration.seconds(1)

    let writer: RingWriter
    let carrier: any Carrier
    let pusher: any RingPusher
    let listener: any RingListener
    let clock: any RingClock
    let onChange: @Sendable () -> Void
    private var due: [CallSessionID: Duration] = [:]
    /// Sessions an earlier run left that have not been read since, nor ended.
    private var unread: Set<CallSessionID> = []
    /// Whose each device of an open session is.
    private(set) var owners: [CallSessionID: [DeviceID: UserID]] = [:]
    /// Users of the number of each open session: a message may be theirs, though none of their devices rings.
    private(set) var usersOfNumber: [CallSessionID: [UserID]] = [:]
    /// Users who call in each of them, where no carrier counts that, for as long as their leg is the caller's.
    private var callers: [CallSessionID: (user: UserID, leg: CarrierLegID)] = [:]
    private var busy = BusyIndex()
    /// How many inputs were followed, and who came before their turn.
    private var followed: UInt64 = 0
    private var early: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var dials = DialQueue()
    var commands = 0
    var pushes = 0
    /// How often the sender was woken, and after which of these times it has looked.
    private var wakeUps: UInt64 = 0
    private var wakeUpsHeard: UInt64 = 0
    private var sleeper: (until: Duration, task: Task<Void, Never>)?
    /// Since when the oldest parked news waits, or may; nil: none does. An earlier run may have left some.
    var parkedSince: Duration? = .zero
    let (strangers, stranger) = AsyncStream.makeStream(of: CarrierLegID.self, bufferingPolicy: .bufferingOldest(256))
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameter onChange: told whenever an input was followed or waits for its turn, something is sent or was sent.
    public init(
        store: any RingStore, carrier: any Carrier, pusher: any RingPusher, listener: any RingListener,
        clock: any RingClock = SystemRingClock(), onChange: @escaping @Sendable () -> Void = {}
    ) {
        writer = RingWriter(store: store, told: { Self.tell(listener, of: $0) }) { clock.now }
        self.carrier = carrier
        self.pusher = pusher
        self.listener = listener
        self.clock = clock
        self.onChange = onChange
    }

    /// Puts something to a session; returns when what came of it is durable.
    ///
    /// - Throws: `StorageError` when nothing was stored: the sender must say it again.
    @discardableResult
    public func take(_ input: RingInput) async throws(StorageError) -> RingTurn {
        let stored = try await writer.put(input)
        await follow(stored.turn, of: input, stored.number)
        return stored.turn
    }

    /// Does what follows from an input, after what follows from every input that was stored before it: an older time to
    /// be woken must not take the place of a newer one.
    ///
    /// - Parameter number: its place among everything that was stored, counted from 0.
    package func follow(_ turn: RingTurn, of input: RingInput, _ number: UInt64) async {
        if number != followed {
            await withCheckedContinuation { turn in
                early[number] = turn
                onChange()
            }
        }
        defer { onChange() }
        followed += 1
        early.removeValue(forKey: followed)?.resume()
        listener.followed(turn, of: input)
        if turn.outcome == .parked, let leg = input.unmarkedLeg { parked(leg) }
        guard let session = turn.session else { return }
        if case .open(let call, let caller) = input.content, turn.outcome == .taken {
            own(call.devices.map { ($0.device, $0.user) }, call.outbound, session)
            usersOfNumber[session] = call.owners
            note(caller, by: call.parent, session)
        }
        if !turn.met.isEmpty { meet([turn] + turn.met) }
        if case .event(.request(let request, _), _) = input.content, let target = request.target, owners[session] != nil
        {
            owners[session]?[target.device] = target.user
        }
        perform(turn.effects, of: session)
        if turn.isCallerGone, let caller = callers.removeValue(forKey: session) { busy.leave(caller.user, session) }
        if case .open(let call, _) = input.content, turn.outcome == .taken {
            await agree(call.devices.map { ($0.device, $0.hasChannel) }, session)
        }
    }

    /// When a session is told the time next.
    package func due(of session: CallSessionID) -> Duration? { due[session] }

    /// The moment the engine sleeps for; nil while it works, or something is to be sent or is on its way.
    package var restsUntil: Duration? {
        wakeUpsHeard == wakeUps && commands == 0 && pushes == 0 ? sleeper?.until : nil
    }

    /// Inputs whose effects wait for those of earlier ones.
    package var earlyCount: Int { early.count }

    /// A session as it stands; nil if there is none.
    public func session(_ id: CallSessionID) async throws(StorageError) -> RingSession? {
        try await writer.ask { store throws(StorageError) in try store.session(id) }
    }

    /// Whether a user talks, or is about to, in a call that rang here, or calls in one.
    public func isBusy(_ user: UserID) -> Bool { busy.isBusy(user) }

    /// In how many such calls a user is.
    public func callCount(of user: UserID) -> Int { busy.calls(of: user).count }

    /// Sessions that are not over.
    public var openCount: Int { owners.count }

    /// Works until its task is cancelled.
    ///
    /// - Throws: `StorageError` when the store cannot be read at the start.
    public func run() async throws(StorageError) {
        let open = try await writer.ask { store throws(StorageError) in
            try store.endLeases()
            return try store.openSessions()
        }
        for leg in (try? await writer.ask { store throws(StorageError) in try store.parkedLegs() }) ?? [] {
            stranger.yield(leg)
        }
        for entry in open { due[entry.session] = entry.due }
        unread = Set(open.map(\.session))
        await withDiscardingTaskGroup { group in
            group.addTask { await self.reconcile(open.map(\.session)) }
            group.addTask { await self.tellTheTime() }
            group.addTask { await self.recognise() }
            wakeSender()
            for await _ in signals {
                let heard = wakeUps
                for item in await nextItems() { group.addTask { await self.send(item) } }
                wakeUpsHeard = heard
                onChange()
            }
        }
    }

    /// There may be something to send.
    func wakeSender() {
        wakeUps += 1
        signal.yield()
    }

    /// After a start every leg is to be looked at: news may have been lost.
    private func reconcile(_ sessions: [CallSessionID]) async {
        for id in sessions {
            // If it cannot be read or stored now, the session's own waits ask later.
            if let (session, caller) = (try? await find(id)) ?? nil {
                own(session.devices.map { ($0.device, $0.user) }, session.outbound, id)
                usersOfNumber[id] = session.owners
                if let caller, session.parent.stage != .over, !session.isReversed {
                    note(caller, by: session.parent.carrierID, id)
                }
                note(session.status)
                await agree(session.devices.map { ($0.device, $0.hasChannel) }, id)
            }
            _ = try? await take(RingInput(.event(.reconcile, .session(id))))
        }
    }

    /// Reads a session with its caller and tells of it, in the order of the store; nil also of one that ended since.
    private func find(_ id: CallSessionID) async throws(StorageError) -> (RingSession, RingCaller?)? {
        let found = try await writer.ask { [listener] store throws(StorageError) -> (RingSession, RingCaller?)? in
            guard let session = try store.session(id) else { return nil }
            listener.found(session.status, for: session.users)
            return (session, try store.caller(of: id))
        }
        return unread.remove(id) == nil ? nil : found
    }

    // MARK: - Effects

    /// In the order of the store, whichever task put the turns there.
    private static func tell(_ listener: any RingListener, of turn: RingTurn) {
        guard let session = turn.session, let status = turn.status else { return }
        for (index, effect) in turn.effects.enumerated() {
            switch effect {
            case .notice(let notice, let device, let round):
                listener.notify(notice, of: Self.next(turn.effects[index...]) ?? status, to: device, round: round)
            case .stateChanged(let status): listener.changed(status, for: turn.users)
            case .record(let record):
                listener.recorded(record, of: Self.next(turn.effects[index...]) ?? status, for: turn.users)
            case .alarm(let alarm): listener.alarm(alarm, of: session)
            case .command, .withdraw, .push, .wake, .closed, .reply, .refused: break
            }
        }
        for met in turn.met { tell(listener, of: met) }
    }

    private static func next(_ effects: ArraySlice<RingEffect>) -> RingStatus? {
        for case .stateChanged(let status) in effects { return status }
        return nil
    }

    /// Waits for nothing.
    private func perform(_ effects: [RingEffect], of session: CallSessionID) {
        for effect in effects {
            switch effect {
            case .command, .push: wakeSender()
            case .withdraw(let command):
                dials.withdraw(command)
                wakeSender()
            case .stateChanged(let status): note(status)
            case .wake(let at): wake(session, at: at)
            case .closed:
                due[session] = nil
                owners[session] = nil
                usersOfNumber[session] = nil
                callers[session] = nil
                unread.remove(session)
            case .reply, .refused: break  // For whoever asked, in the turn.
            case .notice, .record, .alarm: break  // Told by the writer, in the order of the store.
            }
        }
    }

    /// Two calls met. Whoever has the one that goes on may call from what it never rang; it rings that user alone.
    private func meet(_ turns: [RingTurn]) {
        for turn in turns {
            guard let session = turn.session, let winner = turn.status?.winner, let user = turn.users.first else {
                continue
            }
            owners[session]?[winner] = user
        }
        for turn in turns.dropFirst() { if let session = turn.session { perform(turn.effects, of: session) } }
    }

    func own(_ devices: [(DeviceID, UserID)], _ outbound: OutboundCall?, _ session: CallSessionID) {
        let caller = outbound.flatMap { call in call.device.map { ($0, call.caller) } }
        owners[session] = Dictionary(devices + (caller.map { [$0] } ?? []), uniquingKeysWith: { first, _ in first })
    }

    private func note(_ caller: RingCaller, by parent: CarrierLegID, _ session: CallSessionID) {
        if let user = caller.user, !carrier.countsCaller(of: parent) { callers[session] = (user, parent) }
    }

    private func note(_ status: RingStatus) {
        let session = status.session
        for user in Set((owners[session] ?? [:]).values) { busy.leave(user, session) }
        noteCaller(status)
        if let beside = status.beside, beside.isJoined, let user = owners[session]?[beside.device] {
            busy.enter(user, session)
        }
        guard status.stage == .claimed || status.stage == .active, let winner = status.winner,
            let user = owners[session]?[winner]
        else { return }
        busy.enter(user, session)
    }

    /// Who calls is in the call until it is over, or has changed hands: then those count who have it.
    private func noteCaller(_ status: RingStatus) {
        guard let caller = callers[status.session] else { return }
        busy.leave(caller.user, status.session)
        if status.parent != caller.leg {
            callers[status.session] = nil
        } else if status.stage != .ended {
            busy.enter(caller.user, status.session)
        }
    }

    // MARK: - Time

    private func tellTheTime() async {
        while !Task.isCancelled {
            let over = due.filter { [now = clock.now] in $0.value <= now }.keys.sorted()
            for start in stride(from: 0, to: over.count, by: Self.duesMax) {
                await tellTheTime(to: over[start..<min(start + Self.duesMax, over.count)])
            }
            await discardParked()
            wakeSender()
            await sleep()
        }
        signal.finish()
    }

    /// At once, so that one transaction has many of them.
    private func tellTheTime(to sessions: ArraySlice<CallSessionID>) async {
        await withDiscardingTaskGroup { group in
            for session in sessions { group.addTask { await self.tellTheTime(to: session) } }
        }
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
