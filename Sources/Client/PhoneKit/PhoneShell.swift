public import Clocks
public import PhoneCore
import Trace

/// Runs a phone: handles its events in order and carries out its effects. It decides nothing.
///
/// One turn is one event with all its effects. An event that comes during a turn waits until the turn ends; only a push
/// never waits.
@MainActor
public final class PhoneShell: PhoneEventSink {
    /// The phone in its present state.
    public private(set) var phone: Phone
    let ports: PhonePorts
    let timers: PhoneTimers
    private let trace: TraceRecorder?
    /// The notices that the process before left unread.
    private(set) var noticesFound: Set<CallUUID> = []
    private var waiting: [PhoneEvent] = []
    private var isInTurn = false
    private var ticketsGiven: UInt32 = 0
    private var promises: [UserRequestID: @MainActor (UserOutcome) -> Void] = [:]

    /// Makes a shell around a new phone.
    ///
    /// - Parameters:
    ///   - phone: the machine that decides.
    ///   - ports: the adapters that carry out its effects.
    ///   - clock: what timers wait by.
    ///   - trace: records the exchange between phone and frameworks.
    public init(_ phone: Phone, ports: PhonePorts, clock: any TimeSource, trace: TraceRecorder? = nil) {
        self.phone = phone
        self.ports = ports
        self.trace = trace
        timers = PhoneTimers(clock: clock)
        timers.sink = self
        for source in ports.sources { source.sink = self }
    }

    public func send(_ event: PhoneEvent) {
        if let record = event.foundRecord { noticesFound = Set(record.notices.notices.filter(\.isUnread).map(\.id)) }
        waiting.append(event)
        handleWaiting()
    }

    public func deliver(_ push: VoIPPush, completion: @escaping @Sendable () -> Void) {
        let wasInTurn = isInTurn
        isInTurn = true
        runTurn(.push(push), owing: completion)
        trace?.write(FrameworkRecord(.returned))
        isInTurn = wasInTurn
        handleWaiting()
    }

    /// Passes a request of the person to the phone.
    ///
    /// - Parameters:
    ///   - request: what the person wants.
    ///   - settled: called once, with whether the request was accepted; before this method returns, unless it is called
    ///     during a turn.
    /// - Returns: the ticket of the request.
    @discardableResult
    public func request(_ request: UserRequest, settled: @escaping @MainActor (UserOutcome) -> Void) -> UserRequestID {
        ticketsGiven &+= 1
        let ticket = UserRequestID(ticketsGiven)
        promises[ticket] = settled
        send(.user(ticket, request))
        return ticket
    }

    func settle(_ ticket: UserRequestID, _ outcome: UserOutcome) {
        promises.removeValue(forKey: ticket)?(outcome)
    }

    private func handleWaiting() {
        guard !isInTurn else { return }
        isInTurn = true
        defer { isInTurn = false }
        while !waiting.isEmpty { runTurn(waiting.removeFirst()) }
    }

    private func runTurn(_ event: PhoneEvent, owing completion: (@Sendable () -> Void)? = nil) {
        var effects: [PhoneEffect] = []
        trace?.received(event)
        phone.handle(event, into: &effects)
        var completion = completion
        for effect in effects {
            trace?.asked(effect)
            if case .report(.incoming) = effect {
                carryOut(effect, completing: completion)
                completion = nil
            } else {
                carryOut(effect, completing: nil)
            }
        }
        completion?()
    }
}

extension PhoneShell {
    /// Passes an effect to the port that carries it out.
    ///
    /// - Parameter completion: the completion of the push that caused a report, called when the report has completed.
    func carryOut(_ effect: PhoneEffect, completing completion: (@Sendable () -> Void)?) {
        switch effect {
        case .report(let order): ports.calls.report(order, completion: completion)
        case .complete(let action, let outcome): ports.calls.complete(action, outcome)
        case .request(let id, let actions): ports.calls.request(id, actions)
        case .line(let order): ports.signaling.perform(order)
        case .signaling(let order): ports.signaling.perform(order)
        case .audio(.start(let line)): ports.signaling.startAudio(of: line)
        case .audio(.stop): ports.signaling.stopAudio()
        case .audio(let order): ports.audio.perform(order)
        case .notification(let order): ports.notices.perform(order)
        case .store(let record): ports.record.store(record)
        case .upload(let message): ports.exchange.upload(message)
        case .pushKeys(let effect): carryOut(effect)
        case .uploadAlertToken(let token): ports.exchange.upload(alertToken: token)
        case .askOutcome(let call, let session, let organization):
            ports.exchange.askOutcome(of: call, session: session, organization: organization)
        case .askRing(let request): ports.exchange.ask(request)
        case .listen(let isOn): ports.exchange.listen(isOn)
        case .organizations(let effect): carryOut(effect)
        case .session(let effect): carryOut(effect)
        case .fetchCredentials: ports.exchange.fetchCredentials()
        case .signOut(let step): ports.exchange.perform(step)
        case .keepAwake(let isOn): ports.wakefulness.keepAwake(isOn)
        case .startTimer(let timer, let delay): timers.start(timer, after: delay)
        case .stopTimer(let timer): timers.stop(timer)
        case .settle(let ticket, let outcome): settle(ticket, outcome)
        case .publish(let update): ports.screens.show(update)
        case .prepare(.audio): ports.audio.prepare()
        case .prepare(.network): ports.path.prepare()
        case .log(let line): ports.log.write(line)
        }
    }

    private func carryOut(_ effect: OrganizationState.Effect) {
        switch effect {
        case .ask(let organization): ports.exchange.askCredentials(of: organization)
        case .write(let key): ports.credentials.write(key)
        case .prune(let registration, let kept): ports.credentials.prune(registration, keeping: kept)
        case .purge: ports.credentials.purge()
        case .settled(let organization, let failure): ports.screens.organizationSettled(organization, failure)
        // The phone carries these out itself.
        case .save, .connect, .release, .replaced, .forgot, .activated, .startTimer, .stopTimer: break
        }
    }

    private func carryOut(_ effect: PushKeyRegistration.Effect) {
        switch effect {
        case .make: ports.pushKeys.make()
        case .upload(let id):
            guard let key = ports.pushKeys.key(id) else { return send(.pushKeys(.found(nil))) }
            ports.exchange.upload(id, key)
        case .erase: ports.pushKeys.erase()
        // The phone carries these out itself.
        case .startTimer, .stopTimer: break
        }
    }

    private func carryOut(_ effect: SessionLifecycle.Effect) {
        switch effect {
        case .renew: ports.exchange.renewSession()
        case .over(let cause): ports.screens.sessionOver(cause)
        // The phone carries these out itself.
        case .clear, .startTimer, .stopTimer: break
        }
    }
}

/// The phone's timers, each with one task while it runs.
@MainActor
package final class PhoneTimers: PhoneEventSource {
    package weak var sink: (any PhoneEventSink)?
    private let clock: any TimeSource
    private var tasks: [PhoneTimer: Task<Void, Never>] = [:]

    package init(clock: any TimeSource) {
        self.clock = clock
    }

    deinit {
        for task in tasks.values { task.cancel() }
    }

    /// Starts a timer, in place of one of the same name.
    package func start(_ timer: PhoneTimer, after delay: Duration) {
        stop(timer)
        let deadline = clock.now + delay
        tasks[timer] = Task { [weak self, clock] in
            // on purpose: a wait that was canceled is over
            do { try await clock.wait(until: deadline) } catch { return }
            guard !Task.isCancelled else { return }
            self?.pass(timer)
        }
    }

    /// Stops a timer, if it is running.
    package func stop(_ timer: PhoneTimer) {
        tasks.removeValue(forKey: timer)?.cancel()
    }

    private func pass(_ timer: PhoneTimer) {
        tasks[timer] = nil
        sink?.send(.timer(timer))
    }
}

/// Takes all events of the phone.
@MainActor
public protocol PhoneEventSink: AnyObject {
    /// Handles an event with all its effects. During a turn the event waits until the turn is over.
    func send(_ event: PhoneEvent)

    /// Handles a VoIP push with all its effects before it returns, even during another turn: the system expects a
    /// report as soon as the delegate method returns. Source: C2 (stated by an Apple engineer).
    ///
    /// - Parameters:
    ///   - push: the payload, read.
    ///   - completion: the system's completion handler; called once, on any thread, when the report has completed, or
    ///     at once if nothing is reported. Source: C4.
    func deliver(_ push: VoIPPush, completion: @escaping @Sendable () -> Void)
}

/// A source of events for the phone.
@MainActor
public protocol PhoneEventSource: AnyObject {
    /// Receives the events; set once, before the first order. Hold it weakly, because the sink holds this source.
    var sink: (any PhoneEventSink)? { get set }
}

extension PhoneEvent {
    /// The record of the process before, if the event brings it.
    fileprivate var foundRecord: PhoneRecord? {
        switch self {
        case .launched(let launch): launch.stored.record
        case .protectedDataAvailable(let stored): stored.record
        default: nil
        }
    }
}

extension RecordReadResult {
    fileprivate var record: PhoneRecord? { if case .found(let record) = self { record } else { nil } }
}
