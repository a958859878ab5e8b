internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import NIOCore
internal import RingCore
internal import Trace
internal import Verto

/// Runs the exchange: it queues events and carries out effects in order, and decides nothing itself.
///
/// It lives on one event loop. Effects that must wait for a stored record wait by connection, while other work goes on;
/// another thread writes the journal.
final class ExchangeRunner {
    private(set) var exchange: Exchange
    let clock: RunClock
    weak var port: (any ExchangePort)?
    /// Sends pushes; nil when there are none to send.
    var pusher: (any DevicePusher)?
    /// Brings events of calls to numbers to their ring sessions; nil when there are no numbers.
    var numberCalls: (any NumberCallController)?
    /// The journal; set before the first event.
    var journal: JournalWriter?
    /// Publishes changes of calls; nil when they are not published.
    var feed: CallEventPublisher?
    var changes: ChangeSignal?
    private(set) var metrics = RunnerMetrics()

    private let eventLoop: any EventLoop
    private let logger: Logger
    private let trace: (any TraceSink)?
    private var events: [ExchangeEvent] = []
    private var effects: [ExchangeEffect] = []
    private var entries: [JournalEntry] = []
    private var entryCount: UInt64 = 0
    private var callEventCount: UInt64 = 0
    /// Whether a call waits for one of the entries to be stored.
    private var hasUrgentEntry = false
    private var committed: UInt64 = 0
    private var commitQueue = CommitQueue<EffectRecipient>()
    private var commits = CommitTimes()
    private var commandResult: (CommandResult, [CarrierEvent]) = (.alreadyOver, [])
    private var isRunning = false
    private let replyWait: Duration
    private var isWatchingReplies = false
    private var timers = DeadlineQueue<RunnerTimer>()
    private var wakeUp = Duration.seconds(Int64.max)

    /// - Parameter replyWait: how long a reply may wait until its result is stored.
    init(
        limits: ExchangeLimits, replyWait: Duration, clock: RunClock, eventLoop: any EventLoop,
        trace: (any TraceSink)?, logger: Logger
    ) {
        exchange = Exchange(limits: limits)
        self.replyWait = replyWait
        self.clock = clock
        self.eventLoop = eventLoop
        self.trace = trace
        self.logger = logger
    }

    /// Sets the limits. Running deadlines stay.
    func setLimits(_ limits: ExchangeLimits) { exchange.limits = limits }

    /// The number of running timers.
    var timerCount: Int { timers.count }

    /// Queues an event. It is decided in this turn of the loop, after earlier events.
    func submit(_ event: ExchangeEvent) {
        events.append(event)
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        var next = 0
        while next < events.count {
            decide(events[next])
            next += 1
        }
        events.removeAll(keepingCapacity: true)
        handInEntries()
        port?.turnEnded()
        changes?.signal()
    }

    /// Releases the replies that waited for this event of a call to a number, now that it is stored.
    func callEventStored(_ number: UInt64) {
        for (recipient, effect) in commitQueue.open(callEvent: number) { pass(effect, to: recipient) }
        port?.turnEnded()
    }

    /// Disconnects the devices that wait for this event, because their requests cannot be stored and must not be
    /// confirmed.
    func callEventLost(_ number: UInt64) {
        for case .connection(let connection) in commitQueue.drop(callEvent: number) {
            port?.perform(.disconnect(connection), on: connection)
        }
        port?.turnEnded()
    }

    /// Gives a command for a call to a number to the exchange. It must not be called while the exchange decides another
    /// event.
    ///
    /// - Parameter device: the device that a dial rings.
    /// - Returns: the result, and what the command brought to light at once.
    func command(
        _ command: CarrierCommand, on device: GatewayDevice? = nil, in session: CallSessionID
    ) -> (result: CommandResult, events: [CarrierEvent]) {
        submit(.command(session, command, on: device))
        return commandResult
    }

    func startTimer(_ timer: RunnerTimer, after wait: Duration) {
        startTimer(timer, at: clock.now + wait)
    }

    func cancelTimer(_ timer: RunnerTimer) {
        timers.cancel(timer)
    }

    /// Handles the journal's report of its writing.
    func handle(_ event: JournalProgress) {
        switch event {
        case .stored(let number):
            committed = number
            metrics.journal(commits.latencies(upTo: number, now: clock.now))
            for (recipient, effect) in commitQueue.open(upTo: number) { pass(effect, to: recipient) }
            feed?.committed(upTo: number)
            port?.journalWrites()
            port?.turnEnded()
        case .stalled(let error): port?.journalStalled(error)
        case .failed(let error): port?.journalFailed(error)
        }
        changes?.signal()
    }

    // MARK: - One event

    private func decide(_ event: ExchangeEvent) {
        let now = clock.now
        note(.event, event, at: now)
        exchange.handle(event, at: now, into: &effects)
        metrics.events += 1
        var barrier = Barrier(of: effects, after: event, entries: entryCount, callEvent: &callEventCount)
        // Events that an effect causes are queued, so the list of effects does not change during this loop.
        for index in effects.indices {
            let effect = effects[index]
            note(.effect, effect, at: now)
            perform(effect, behind: &barrier)
        }
        if let callEvent = barrier.callEvent { numberCalls?.confirm(callEvent.number, of: callEvent.session) }
        effects.removeAll(keepingCapacity: true)
    }

    /// Generic, because a value of type `Any` would be copied into a box for each event, even without a trace.
    private func note<Value>(_ kind: TraceRecord.Kind, _ value: Value, at moment: Duration) {
        guard let trace else { return }
        trace.record(TraceRecord(at: moment, actor: "exchange", machine: "Exchange", kind: kind, describing: value))
    }

    private func perform(_ effect: ExchangeEffect, behind barrier: inout Barrier) {
        switch effect {
        case .startTimer(let timer): startTimer(.exchange(timer), at: timer.deadline)
        case .cancelTimer(let timer): timers.cancel(.exchange(timer))
        case .journal(let record):
            store(.record(record))
            metrics.count(record.change)
            log(record)
            feed?.note(record, number: entryCount, status: exchange.status(of: record.session))
            guard record.isBarrier else { return }
            barrier.record = entryCount
            hasUrgentEntry = true
        case .keep(let kept):
            store(.keep(kept))
            hasUrgentEntry = true
        case .discard(let session): store(.discard(session))
        case .reply(let connection, _, _):
            let records = barrier.replies ?? barrier.record
            hand(effect, to: .connection(connection), behind: records, callEvent: barrier.callEvent?.number)
        case .admit(let connection), .refuseAdmission(let connection, _), .send(let connection, _),
            .punt(let connection),
            .disconnect(let connection):
            hand(effect, to: .connection(connection), behind: barrier.record)
        case .callEvent(let session, let callEvent): numberCalls?.handle(callEvent, of: session)
        case .commandResult(let result, let events): commandResult = (result, events)
        case .push(let user, let device, _): hand(effect, to: .device(user, device), behind: barrier.record)
        }
    }

    /// Logs one line per change, without names and numbers.
    private func log(_ record: JournalRecord) {
        guard logger.logLevel <= .info else { return }
        var metadata: Logger.Metadata = [
            "call": "\(record.session)", "version": "\(record.version)", "change": "\(record.change.logName)",
        ]
        metadata["leg"] = record.change.leg.map { "\($0)" }
        metadata["reason"] = record.change.ending.map { "\($0.reason.rawValue)" }
        logger.info("call changed", metadata: metadata)
    }

    private func hand(
        _ effect: ExchangeEffect, to recipient: EffectRecipient, behind barrier: UInt64?, callEvent: UInt64? = nil
    ) {
        guard commitQueue.holds(effect, for: recipient, behind: barrier, callEvent: callEvent, at: clock.now) else {
            return pass(effect, to: recipient)
        }
        guard case .reply = effect, !isWatchingReplies else { return }
        isWatchingReplies = true
        startTimer(.heldReplies, after: replyWait)
    }

    /// Refuses requests that could not be stored in time, so that a device does not wait forever for a full disk. A
    /// call that such a request began or answered is hung up, because its device regards it as over.
    private func refuseHeldReplies() {
        isWatchingReplies = false
        for effect in commitQueue.removeReplies(heldSince: clock.now - replyWait) {
            guard case .reply(let connection, let request, let reply) = effect else { continue }
            if case .refused = reply {
                pass(effect, to: .connection(connection))
                continue
            }
            port?.refuseUnstored(request, on: connection)
            guard let call = reply.begunCall else { continue }
            // The id is a text, which no device's request has, so the reply to it goes nowhere.
            submit(.request(connection, .text("refused"), .hangUp(call, .normalTemporaryFailure, nil)))
        }
        guard let oldest = commitQueue.oldestReply else { return }
        isWatchingReplies = true
        startTimer(.heldReplies, at: oldest + replyWait)
    }

    private func pass(_ effect: ExchangeEffect, to recipient: EffectRecipient) {
        switch recipient {
        case .connection(let connection): port?.perform(effect, on: connection)
        case .device(let user, let device):
            guard case .push(_, _, let push) = effect else { return }
            pusher?.push(push, to: GatewayDevice(device, of: user))
        }
    }

    private func store(_ entry: JournalEntry) {
        entries.append(entry)
        entryCount += 1
    }

    private func handInEntries() {
        guard !entries.isEmpty else { return }
        commits.submitted(entryCount, at: clock.now)
        journal?.append(entries, isUrgent: hasUrgentEntry)
        hasUrgentEntry = false
        entries.removeAll(keepingCapacity: true)
    }

    // MARK: - Timers

    private func startTimer(_ timer: RunnerTimer, at deadline: Duration) {
        timers.start(timer, at: deadline)
        scheduleWakeUp()
    }

    private func scheduleWakeUp() {
        guard let earliest = timers.earliest, earliest < wakeUp else { return }
        wakeUp = earliest
        eventLoop.assumeIsolated().scheduleTask(deadline: clock.deadline(at: earliest)) { [weak self] in
            self?.fireTimers()
        }
    }

    private func fireTimers() {
        wakeUp = .seconds(Int64.max)
        let now = clock.now
        while let timer = timers.popDue(now: now) {
            switch timer {
            case .exchange(let timer): submit(.timerFired(timer))
            case .connection(let connection, let timer): port?.timerFired(timer, of: connection)
            case .heldReplies: refuseHeldReplies()
            }
        }
        scheduleWakeUp()
    }
}

extension ExchangeReply {
    /// The call that this reply begins for the device.
    fileprivate var begunCall: CallID? {
        switch self {
        case .callCreated(let name): name.callID
        case .answered(let call), .attached(let call): call
        case .transferBegun, .ended, .holdChanged, .sent, .mediaUpdated, .noted, .refused: nil
        }
    }
}

extension JournalChange {
    fileprivate var logName: String {
        switch self {
        case .created: "created"
        case .legPlanned: "planned"
        case .legRang: "rang"
        case .claimed: "answered"
        case .legHeld: "held"
        case .legResumed: "resumed"
        case .legDetached: "detached"
        case .legAttached: "attached"
        case .legOver: "left"
        case .handedOver: "handed over"
        case .transferred: "transferred"
        case .merged: "merged"
        case .ended: "ended"
        }
    }

    fileprivate var leg: LegID? {
        switch self {
        case .created(let leg, _, _, _, _, _), .legPlanned(let leg, _, _), .legRang(let leg), .claimed(let leg, _),
            .legHeld(let leg), .legResumed(let leg), .legDetached(let leg), .legAttached(let leg), .legOver(let leg, _),
            .handedOver(let leg, _, _), .transferred(let leg, _, _, _), .merged(let leg):
            leg
        case .ended: nil
        }
    }

    fileprivate var ending: Ending? {
        switch self {
        case .legOver(_, let ending), .ended(let ending): ending
        default: nil
        }
    }
}
