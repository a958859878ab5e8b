import CallModel
import Clocks
import MediaEngine
import Redaction
import Synchronization
import Trace
import Verto

/// The shell of `ClientMachine`: it takes events from one queue, carries out effects, and decides nothing.
actor ClientShell {
    private var machine: ClientMachine
    private let configuration: ClientConfiguration
    /// The configured servers, or the last ones from the exchange.
    private var iceServers: [IceServer]
    private let transport: any SignalingTransport
    private let engine: any MediaEngine
    private let clock: any TimeSource
    private let trace: ClientTrace?
    private let iceServerSource: (any IceServerSource)?
    private let queue: ClientQueue
    private let publicState: ClientPublicState

    private var sockets: [UInt64: any SignalingConnection] = [:]
    private var alarm: (at: Duration, task: Task<Void, Never>)?

    init(
        settings: ClientSettings, configuration: ClientConfiguration, ports: ClientPorts, queue: ClientQueue,
        publicState: ClientPublicState
    ) {
        machine = ClientMachine(settings: settings)
        self.configuration = configuration
        iceServers = configuration.media.iceServers
        transport = ports.transport
        engine = ports.media
        clock = ports.clock
        iceServerSource = ports.iceServers
        trace = ports.trace.map { ClientTrace(sink: $0, actor: ports.name) }
        self.queue = queue
        self.publicState = publicState
    }

    /// Runs until the queue is finished, then closes everything of the client.
    func run() async {
        for await input in queue.inputs {
            switch input {
            case .event(let event): handle(event)
            case .statistics(let callID, let statistics):
                trace?.record(.quality(callID: callID, statistics), at: clock.now)
                publicState.call(callID)?.apply(statistics)
            case .dial(let call, let event): handle(event, placing: call)
            }
        }
        alarm?.task.cancel()
        publicState.close()
        for socket in sockets.values { socket.close() }
        queue.waiters.close()
    }

    /// - Parameter call: the object of the call that the event places; the app holds it already.
    private func handle(_ event: ClientEvent, placing call: Call? = nil) {
        if case .socketClosed(let number, _) = event { sockets[number] = nil }
        let now = clock.now
        trace?.record(event, at: now)
        var effects: [ClientEffect] = []
        machine.handle(event, at: now, into: &effects)
        publicState.note(lateLogins: machine.lateLogins(at: now))
        for effect in effects {
            trace?.record(effect, at: now)
            carryOut(effect, placing: call)
        }
        setAlarm()
    }

    private func carryOut(_ effect: ClientEffect, placing call: Call?) {
        switch effect {
        case .openSocket(let number): open(number)
        case .send(let number, let frame): sockets[number]?.send(VertoCodec.encode(frame))
        case .closeSocket(let number): sockets.removeValue(forKey: number)?.close()
        case .callAdded(let callID, let state, let peerNumber, let peerName):
            publicState.add(
                call
                    ?? Call(
                        id: callID, state: state, peerNumber: peerNumber, peerName: peerName, media: CallMedia(),
                        queue: queue))
        case .callOffered(let callID): publicState.offer(callID)
        case .media(let callID, let order): carryOut(order, of: callID)
        case .report(let callID, let report): publicState.call(callID)?.apply(report)
        case .callRemoved(let callID): publicState.remove(callID)
        case .stateChanged(let state): publicState.change(to: state)
        case .fetchIceServers: fetchIceServers()
        case .useIceServers(let servers): use(servers)
        case .settle(let id, let error): queue.waiters.settle(id, error)
        // The trace records these.
        case .violation, .refused: break
        }
    }

    private func fetchIceServers() {
        guard let iceServerSource else { return }
        Task { [queue] in queue.put(.iceServersFetched(await iceServerSource.iceServers())) }
    }

    private func use(_ servers: [IceServer]) {
        iceServers = servers
        engine.prepare(for: servers)
        for call in publicState.calls { call.media.perform(.setIceServers(servers)) }
    }

    private func open(_ number: UInt64) {
        let socket = transport.open(configuration.url)
        sockets[number] = socket
        Task { [queue] in
            for await event in socket.events {
                switch event {
                case .opened: queue.put(.socketOpened(number))
                case .text(let bytes): queue.put(Self.received(bytes, by: number))
                case .closed(let closure): queue.put(.socketClosed(number, closure))
                }
            }
        }
    }

    private static func received(_ bytes: [UInt8], by number: UInt64) -> ClientEvent {
        do throws(VertoError) {
            return .received(number, try VertoCodec.decode(bytes, of: .server))
        } catch {
            return .receivedGarbage(number, error)
        }
    }

    private func carryOut(_ order: MediaRequest, of callID: String) {
        guard let media = publicState.call(callID)?.media else { return }
        switch order {
        case .open: openMedia(media, of: callID)
        case .setAudible(let isAudible): media.setAudible(isAudible)
        case .setListening(let isListening): media.setListening(isListening)
        case .close: media.end()
        case .createOffer, .acceptOffer, .acceptAnswer, .rollBack, .addRemoteCandidate, .endOfRemoteCandidates,
            .setDirection, .setMuted, .setPaused, .sendTones:
            if let command = order.command { media.perform(command) }
        }
    }

    private func openMedia(_ media: CallMedia, of callID: String) {
        var settings = configuration.media
        settings.iceServers = iceServers
        settings.gathering = configuration.trickles ? .trickle : .complete(limit: configuration.gatheringLimit)
        settings.interruptionLimit = max(settings.interruptionLimit, ClientCallMachine.interruptionMin)
        // A connection that begins while the call rings waits for the answer as well.
        if configuration.connectsWhileRinging { settings.interruptionLimit += CallTimer.ringing.limit }
        let connection: any MediaConnection
        do throws(MediaError) {
            connection = try engine.makeConnection(settings)
        } catch {
            return queue.put(.media(callID: callID, .unavailable(error)))
        }
        media.begin(with: connection)
        Task { [queue] in
            for await event in connection.events {
                if case .statistics(let statistics) = event {
                    queue.put(ShellInput.statistics(callID: callID, statistics))
                } else if let report = MediaReport(event) {
                    queue.put(.media(callID: callID, report))
                }
            }
        }
    }

    /// Keeps one sleeping task, for the machine's next deadline.
    private func setAlarm() {
        guard alarm?.at != machine.nextDeadline else { return }
        alarm?.task.cancel()
        alarm = machine.nextDeadline.map { deadline in
            let task = Task { [clock, queue] in
                guard (try? await clock.wait(until: deadline)) != nil else { return }
                queue.put(.tick)
            }
            return (deadline, task)
        }
    }
}

/// Records the events and effects of the client's machine. SDP, numbers and credentials are redacted by their types.
struct ClientTrace: Sendable {
    /// What the client learns without asking the machine.
    enum Note {
        /// The measured quality: the pair and the relay in use, gaps, losses and concealment.
        case quality(callID: String, MediaStatistics)
    }

    private static let machine = "ClientMachine"

    let sink: any TraceSink
    let actor: String

    func record(_ event: ClientEvent, at now: Duration) {
        sink.record(TraceRecord(at: now, actor: actor, machine: Self.machine, kind: .event, describing: event))
    }

    func record(_ effect: ClientEffect, at now: Duration) {
        sink.record(TraceRecord(at: now, actor: actor, machine: Self.machine, kind: .effect, describing: effect))
    }

    func record(_ note: Note, at now: Duration) {
        sink.record(TraceRecord(at: now, actor: actor, machine: Self.machine, kind: .note, describing: note))
    }
}

/// The single queue of a client's inputs, with the waiters of its operations.
///
/// It holds no reference to the client, so a call or a connection may outlive the client.
final class ClientQueue: Sendable {
    let inputs: AsyncStream<ShellInput>
    private let continuation: AsyncStream<ShellInput>.Continuation
    let waiters = OperationWaiters()

    init() { (inputs, continuation) = AsyncStream.makeStream() }

    func put(_ event: ClientEvent) { continuation.yield(.event(event)) }
    func put(_ input: ShellInput) { continuation.yield(input) }

    func outcome(of ask: (OperationID) -> ClientEvent) async throws(ClientError) {
        try await waiters.outcome { put(ask($0)) }
    }

    func dial(_ call: Call, _ setup: CallSetup) async throws(ClientError) {
        try await waiters.outcome { put(.dial(call, .dial($0, setup))) }
    }

    /// Requests an operation without waiting. Requests are carried out in order.
    func ask(_ event: (OperationID) -> ClientEvent, then waiter: @escaping OperationWaiters.Waiter) {
        waiters.enter(waiter) { put(event($0)) }
    }

    func dial(_ call: Call, _ setup: CallSetup, then waiter: @escaping OperationWaiters.Waiter) {
        waiters.enter(waiter) { put(.dial(call, .dial($0, setup))) }
    }

    /// Ends the queue because the client is gone; pending waiters get an error.
    func finish() { continuation.finish() }
}

/// An input of the shell's queue: an event for the machine, or data that no decision depends on.
enum ShellInput: Sendable {
    case event(ClientEvent)
    /// Statistics, which go directly to the call's listeners.
    case statistics(callID: String, MediaStatistics)
    /// Places a call whose object the app holds already.
    case dial(Call, ClientEvent)
}

/// The waiters of operations.
final class OperationWaiters: Sendable {
    /// Called once, on any thread; nil means that the operation succeeded.
    typealias Waiter = @Sendable (ClientError?) -> Void

    private struct State {
        var waiters: [OperationID: Waiter] = [:]
        var lastID: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Makes a request and waits for its outcome.
    func outcome(of ask: (OperationID) -> Void) async throws(ClientError) {
        let error = await withCheckedContinuation { continuation in
            enter({ continuation.resume(returning: $0) }, ask)
        }
        if let error { throw error }
    }

    /// Makes a request before it returns; the waiter gets the outcome later.
    func enter(_ waiter: @escaping Waiter, _ ask: (OperationID) -> Void) {
        let id = state.withLock { state -> OperationID? in
            guard !state.isClosed else { return nil }
            state.lastID += 1
            let id = OperationID(state.lastID)
            state.waiters[id] = waiter
            return id
        }
        if let id { ask(id) } else { waiter(Self.closed) }
    }

    func settle(_ id: OperationID, _ error: ClientError?) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?(error)
    }

    /// Fails all waiters, because no operation will be settled any more.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter(Self.closed) }
    }

    private static var closed: ClientError { ClientError(.notConnected, "the client is gone") }
}
