public import CallModel
public import Clocks
public import ExchangeStorage
public import RingCore

/// Runs ring sessions: stores their inputs, sends the commands and pushes that they decide on, and wakes them at their
/// deadlines. It makes no decisions.
///
/// Everything that is sent comes from the outbox, so it is sent after a crash too: ``run()`` begins by asking the
/// carrier about every leg of every open session.
public actor RingEngine {
    /// The most commands in progress at once: enough to keep a carrier's connection busy, few enough to keep it
    /// responsive.
    static let commandsMax = 64
    /// The most pushes in progress at once. A push may wait for its service as long as a call rings, and delays nothing
    /// else.
    static let pushesMax = 4_096
    /// How long a command may take before its outbox item is leased again. Telnyx advises repeating a command after 500
    /// ms; the lease leaves room for several such repetitions by the carrier port.
    static let lease = Duration.seconds(10)
    /// How long a push may take: until the call has stopped ringing.
    static let pushLease = RingLimits.ringTimeMax + .seconds(30)
    /// The most due sessions handled at once: as many as the store takes in one transaction.
    static let duesMax = 256
    /// The most dials read from the store at once.
    static let dialsMax = 256

    /// How often the engine looks for outbox items whose lease ended without a result.
    static let tick = Duration.seconds(1)

    let writer: RingWriter
    let carrier: any Carrier
    /// nil when no push service is configured.
    let pusher: (any RingPusher)?
    let listener: any RingListener
    let clock: any TimeSource
    let onChange: @Sendable () -> Void
    private var due: [CallSessionID: Duration] = [:]
    /// Sessions of an earlier run that were neither read nor ended since.
    private var unread: Set<CallSessionID> = []
    /// The user of each device of each open session.
    private(set) var owners: [CallSessionID: [DeviceID: UserID]] = [:]
    /// The users of the called number of each open session: they may get a message even if none of their devices rings.
    private(set) var usersOfNumber: [CallSessionID: [UserID]] = [:]
    /// The calling user of each open session, for as long as their leg is the caller's; only for carriers that do not
    /// count their callers themselves.
    private var callers: [CallSessionID: (user: UserID, leg: CarrierLegID)] = [:]
    private var busy = BusyIndex()
    /// The number of inputs whose effects were carried out, and the inputs that wait for earlier ones.
    private var followed: UInt64 = 0
    private var early: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var dials = DialQueue()
    var commands = 0
    var pushes = 0
    /// How often the sender was woken, and how many of these wake-ups it has handled.
    private var wakeUps: UInt64 = 0
    private var wakeUpsHandled: UInt64 = 0
    private var sleeper: (until: Duration, task: Task<Void, Never>)?
    /// Since when the oldest parked event waits, or may wait; nil: no event is parked. An earlier run may have left
    /// some.
    var parkedSince: Duration? = .zero
    let (unknownLegs, unknownLeg) = AsyncStream.makeStream(
        of: CarrierLegID.self, bufferingPolicy: .bufferingOldest(256))
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameter onChange: called whenever an input was carried out or waits for its turn, and whenever something is
    ///   sent.
    public init(
        store: any RingStore, carrier: any Carrier, pusher: (any RingPusher)?, listener: any RingListener,
        clock: any TimeSource = SystemClock(), onChange: @escaping @Sendable () -> Void = {}
    ) {
        writer = RingWriter(store: store, onTurn: { Self.notify(listener, of: $0) }) { clock.calendar }
        self.carrier = carrier
        self.pusher = pusher
        self.listener = listener
        self.clock = clock
        self.onChange = onChange
    }

    /// Gives an input to a session; returns when its result is durable.
    ///
    /// - Throws: `StorageError` when nothing was stored: the sender must repeat the input.
    @discardableResult
    public func handle(_ input: RingInput) async throws(StorageError) -> RingTurn {
        let stored = try await writer.put(input)
        await follow(stored.turn, of: input, stored.number)
        return stored.turn
    }

    /// Carries out the effects of an input after those of every input that was stored before it: an older wake-up time
    /// must not replace a newer one.
    ///
    /// - Parameter number: the input's place among all stored inputs, counted from 0.
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

    /// When a session is due next.
    package func due(of session: CallSessionID) -> Duration? { due[session] }

    /// The moment until which the engine sleeps; nil while it works or something is being sent.
    package var restsUntil: Duration? {
        wakeUpsHandled == wakeUps && commands == 0 && pushes == 0 ? sleeper?.until : nil
    }

    /// Inputs whose effects wait for those of earlier ones.
    package var earlyCount: Int { early.count }

    /// The current state of a session; nil if there is none.
    public func session(_ id: CallSessionID) async throws(StorageError) -> RingSession? {
        try await writer.ask { store throws(StorageError) in try store.session(id) }
    }

    /// Whether a user is in an answered call of a ring session, or calls in one.
    public func isBusy(_ user: UserID) -> Bool { busy.isBusy(user) }

    /// The number of such calls of a user.
    public func callCount(of user: UserID) -> Int { busy.calls(of: user).count }

    /// The number of sessions that are not over.
    public var openCount: Int { owners.count }

    /// Works until its task is canceled.
    ///
    /// - Throws: `StorageError` when the store cannot be read at the start.
    public func run() async throws(StorageError) {
        let open = try await writer.ask { store throws(StorageError) in
            try store.endLeases()
            return try store.openSessions()
        }
        for leg in (try? await writer.ask { store throws(StorageError) in try store.parkedLegs() }) ?? [] {
            unknownLeg.yield(leg)
        }
        for entry in open { due[entry.session] = entry.due }
        unread = Set(open.map(\.session))
        await withDiscardingTaskGroup { group in
            group.addTask { await self.reconcile(open.map(\.session)) }
            group.addTask { await self.runDue() }
            group.addTask { await self.recognize() }
            wakeSender()
            for await _ in signals {
                let handled = wakeUps
                for item in await nextItems() { group.addTask { await self.send(item) } }
                wakeUpsHandled = handled
                onChange()
            }
        }
    }

    /// Has the sender look for outbox items.
    func wakeSender() {
        wakeUps += 1
        signal.yield()
    }

    /// Asks the carrier about every leg after a start, because events may have been lost.
    private func reconcile(_ sessions: [CallSessionID]) async {
        for id in sessions {
            // If this fails, the session's own timers ask later.
            if let (session, caller) = (try? await find(id)) ?? nil {
                own(session.devices.map { ($0.device, $0.user) }, session.outbound, id)
                usersOfNumber[id] = session.owners
                if let caller, session.parent.stage != .over, !session.isReversed {
                    note(caller, by: session.parent.carrierID, id)
                }
                note(session.status)
                await agree(session.devices.map { ($0.device, $0.hasChannel) }, id)
            }
            _ = try? await handle(RingInput(.event(.reconcile, .session(id))))
        }
    }

    /// Reads a session with its caller and reports it to the listener in the order of the store; nil also for a session
    /// that ended since.
    private func find(_ id: CallSessionID) async throws(StorageError) -> (RingSession, RingCaller?)? {
        let found = try await writer.ask { [listener] store throws(StorageError) -> (RingSession, RingCaller?)? in
            guard let session = try store.session(id) else { return nil }
            listener.found(session.status, for: session.users)
            return (session, try store.caller(of: id))
        }
        return unread.remove(id) == nil ? nil : found
    }

    // MARK: - Effects

    /// Reports a turn to the listener. The writer calls this in the order of the store.
    private static func notify(_ listener: any RingListener, of turn: RingTurn) {
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
        for met in turn.met { notify(listener, of: met) }
    }

    private static func next(_ effects: ArraySlice<RingEffect>) -> RingStatus? {
        for case .stateChanged(let status) in effects { return status }
        return nil
    }

    /// Carries out effects without waiting.
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
            case .reply, .refused: break  // The turn carries these to the asker.
            case .notice, .record, .alarm: break  // The writer reports these in the order of the store.
            }
        }
    }

    /// Adopts the effects of two calls that were joined. The device that has the remaining call may be one that this
    /// call never rang; the remaining call rings that user alone.
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

    /// A caller is busy until the call is over or is handed over; then the parties that have the call are busy.
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

    private func runDue() async {
        while !Task.isCancelled {
            let over = due.filter { [now = clock.calendar] in $0.value <= now }.keys.sorted()
            for start in stride(from: 0, to: over.count, by: Self.duesMax) {
                await runDue(to: over[start..<min(start + Self.duesMax, over.count)])
            }
            await discardParked()
            wakeSender()
            await sleep()
        }
        signal.finish()
    }

    /// Handles due sessions concurrently, so that one transaction holds many of them.
    private func runDue(to sessions: ArraySlice<CallSessionID>) async {
        await withDiscardingTaskGroup { group in
            for session in sessions { group.addTask { await self.runDue(to: session) } }
        }
    }

    private func runDue(to session: CallSessionID) async {
        due[session] = nil
        let turn = try? await handle(RingInput(.event(.due, .session(session))))
        // Nothing was stored: try again soon.
        if turn == nil, due[session] == nil { due[session] = clock.calendar + Self.tick }
    }

    /// Sleeps until the next session is due or an earlier deadline is set, at most one tick.
    private func sleep() async {
        let end = min(due.values.min() ?? .seconds(Int64.max), clock.calendar + Self.tick)
        let sleep = Task { [clock] in await clock.sleep(untilCalendar: end) }
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
