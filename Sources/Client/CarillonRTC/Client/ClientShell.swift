import CallModel
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
    private let clock: any ClientClock
    private let trace: ClientTrace?
    private let iceServerSource: (any IceServerSource)?
    private let queue: ClientQueue
    private let publicState: ClientPublicState

    private var sockets: [UInt64: any SignalingConnection] = [:]
    /// The object of the call being placed.
    private var dialled: Call?
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
            case .statistics(let callID, let statistics): publicState.call(callID)?.apply(statistics)
            case .dial(let call, let event):
                dialled = call
                handle(event)
                dialled = nil
            }
        }
        alarm?.task.cancel()
        publicState.close()
        for socket in sockets.values { socket.close() }
        queue.waiters.close()
    }

    private func handle(_ event: ClientEvent) {
        if case .socketClosed(let number, _) = event { sockets[number] = nil }
        let now = clock.now
        trace?.record(event, at: now)
        var effects: [ClientEffect] = []
        machine.handle(event, at: now, into: &effects)
        for effect in effects {
            trace?.record(effect, at: now)
            carryOut(effect)
        }
        setAlarm()
    }

    private func carryOut(_ effect: ClientEffect) {
        switch effect {
        case .openSocket(let number): open(number)
        case .send(let number, let frame): sockets[number]?.send(VertoCodec.encode(frame))
        case .closeSocket(let number): sockets.removeValue(forKey: number)?.close()
        case .callAdded(let callID, let state, let peerNumber, let peerName):
            publicState.add(
                dialled
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

/// The public state of a client: its connection state and its calls. The shell writes it, and any thread reads it.
final class ClientPublicState: Sendable {
    private struct Content {
        var state = ClientState.disconnected(error: nil)
        /// The live calls, oldest first.
        var calls: [Call] = []
        /// The incoming calls that have been offered to listeners.
        var offered: [Call] = []
    }

    private let content = Mutex(Content())
    private let stateCaster = Broadcaster<ClientState>()
    private let callCaster = Broadcaster<Call>()

    var state: ClientState { content.withLock { $0.state } }
    var calls: [Call] { content.withLock { $0.calls } }
    var states: AsyncStream<ClientState> { stateCaster.listen { [state] } }
    var incomingCalls: AsyncStream<Call> { callCaster.listen { content.withLock { $0.offered } } }

    func call(_ id: String) -> Call? { content.withLock { $0.calls.first { $0.id == id } } }

    func add(_ call: Call) { content.withLock { $0.calls.append(call) } }

    func offer(_ id: String) {
        guard let call = call(id) else { return }
        callCaster.send(call) { content.withLock { $0.offered.append(call) } }
    }

    func remove(_ id: String) {
        content.withLock { content in
            content.calls.removeAll { $0.id == id }
            content.offered.removeAll { $0.id == id }
        }
    }

    func change(to state: ClientState) { stateCaster.send(state) { content.withLock { $0.state = state } } }

    func close() {
        for call in calls { call.media.end() }
        stateCaster.finish()
        callCaster.finish()
    }
}

/// Records the events and effects of the client's machine. SDP, numbers and credentials are redacted by their types.
struct ClientTrace: Sendable {
    private static let machine = "ClientMachine"

    let sink: any TraceSink
    let actor: String

    func record(_ event: ClientEvent, at now: Duration) {
        sink.record(TraceRecord(at: now, actor: actor, machine: Self.machine, kind: .event, describing: event))
    }

    func record(_ effect: ClientEffect, at now: Duration) {
        sink.record(TraceRecord(at: now, actor: actor, machine: Self.machine, kind: .effect, describing: effect))
    }
}
