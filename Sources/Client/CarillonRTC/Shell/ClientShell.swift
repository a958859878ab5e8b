import CallModel
import MediaEngine
import Redaction
import Trace
import Verto

/// The shell of `ClientMachine`: one queue of events, one switch over effects, no decision.
actor ClientShell {
    private var machine: ClientMachine
    private let configuration: ClientConfiguration
    /// As configured, or as the exchange gave them last.
    private var iceServers: [IceServer]
    private let transport: any SignalingTransport
    private let engine: any MediaEngine
    private let clock: any ClientClock
    private let trace: ClientTrace?
    private let iceServerSource: (any IceServerSource)?
    private let queue: ClientQueue
    private let board: ClientBoard

    private var sockets: [UInt64: any SignalingConnection] = [:]
    /// The object of the call that is being placed.
    private var dialled: Call?
    private var alarm: (at: Duration, task: Task<Void, Never>)?

    init(
        settings: ClientSettings, configuration: ClientConfiguration, ports: ClientPorts, queue: ClientQueue,
        board: ClientBoard
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
        self.board = board
    }

    /// Runs until the queue is finished; then nothing of the client is left open.
    func run() async {
        for await input in queue.inputs {
            switch input {
            case .event(let event): take(event)
            case .statistics(let callID, let statistics): board.call(callID)?.take(statistics)
            case .dial(let call, let event):
                dialled = call
                take(event)
                dialled = nil
            }
        }
        alarm?.task.cancel()
        board.close()
        for socket in sockets.values { socket.close() }
        queue.desk.close()
    }

    private func take(_ event: ClientEvent) {
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
            board.add(
                dialled
                    ?? Call(
                        id: callID, state: state, peerNumber: peerNumber, peerName: peerName, media: CallMedia(),
                        queue: queue))
        case .callOffered(let callID): board.offer(callID)
        case .media(let callID, let order): carryOut(order, of: callID)
        case .report(let callID, let report): board.call(callID)?.take(report)
        case .callRemoved(let callID): board.remove(callID)
        case .stateChanged(let state): board.change(to: state)
        case .fetchIceServers: fetchIceServers()
        case .useIceServers(let servers): use(servers)
        case .settle(let id, let error): queue.desk.settle(id, error)
        // The trace has them.
        case .violation, .refused: break
        }
    }

    private func fetchIceServers() {
        guard let iceServerSource else { return }
        Task { [queue] in queue.put(.iceServersFetched(await iceServerSource.iceServers())) }
    }

    private func use(_ servers: [IceServer]) {
        iceServers = servers
        for call in board.calls { call.media.perform(.setIceServers(servers)) }
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

    private func carryOut(_ order: MediaOrder, of callID: String) {
        guard let media = board.call(callID)?.media else { return }
        switch order {
        case .open: openMedia(media, of: callID)
        case .setListening(let isListening): media.setListening(isListening)
        case .close: media.end()
        case .createOffer, .acceptOffer, .acceptAnswer, .rollBack, .addRemoteCandidate, .endOfRemoteCandidates,
            .setDirection, .setMuted, .sendTones:
            if let command = order.command { media.perform(command) }
        }
    }

    private func openMedia(_ media: CallMedia, of callID: String) {
        var settings = configuration.media
        settings.iceServers = iceServers
        settings.gathering = configuration.trickles ? .trickle : .complete(limit: configuration.gatheringLimit)
        settings.interruptionLimit = max(settings.interruptionLimit, CallConductor.interruptionMin)
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
                } else if let news = MediaNews(event) {
                    queue.put(.media(callID: callID, news))
                }
            }
        }
    }

    /// One sleeper, for the machine's next deadline.
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
