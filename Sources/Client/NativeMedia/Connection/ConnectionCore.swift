import MediaEngine
import RTP
import SDP

/// The core of a connection: it carries out commands, owns the transports, and passes events to the state machines.
///
/// Isolation: its loop's thread, on which the C libraries also call back. Every C object is kept until its close is
/// confirmed.
actor ConnectionCore: IceObserver {
    /// The most candidates of the peer kept before its description; as many as a description may contain.
    static let earlyCandidatesMax = SDPLimits.candidatesMax
    /// The interval at which silence is checked.
    static let watchInterval: Duration = .milliseconds(100)
    /// The checks between two statistics, which are reported once a second.
    static let watchesPerReport = 10
    /// The limit for closing, so that an unreachable TURN server does not delay the end of a connection.
    static let closingMax: Duration = .seconds(1)

    nonisolated let loop: EventLoop
    nonisolated let outlet: MediaEventStream
    nonisolated let flow: AudioFlow
    nonisolated let parts: EngineResources
    var configuration: MediaConfiguration

    var link: LinkMachine
    var negotiator: Negotiator?
    var direction = MediaDirection.sendrecv
    var isControlling = false
    var gatherings: [Int: IceGathering] = [:]
    /// The addresses of the servers' names as they were last found.
    var serverAddresses: [String: [String]] = [:]
    var nextGeneration = 1
    /// Agents whose close is not confirmed yet; they are kept because C code may still call back.
    var closing: [Int: IceTransport] = [:]
    var dtls: DtlsTransport?
    /// A second association being tried; `trialKeys` are its keys once it is established.
    var trial: DtlsTransport?
    var trialKeys: SrtpKeys?
    var trialNumber = 0
    var pending: PendingDescription?
    var earlyCandidates: [IceCandidate] = []
    var earlyEnd = false
    var remoteDirection: MediaDirection?
    var isClosed = false
    var isFinished = false

    var gatheringTimer: LoopTimer?
    var linkTimer: LoopTimer?
    var watchTimer: LoopTimer?
    var watchCount = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ configuration: MediaConfiguration, on loop: EventLoop, _ parts: EngineResources, _ outlet: MediaEventStream)
    {
        self.configuration = configuration
        self.loop = loop
        self.parts = parts
        self.outlet = outlet
        flow = AudioFlow(FlowIdentity(), outlet: outlet)
        var limits = parts.options.linkLimits
        limits.interruptionMax = configuration.interruptionLimit
        link = LinkMachine(limits)
    }

    func perform(_ command: MediaCommand) {
        guard !isClosed else { return }
        switch command {
        case .createOffer(let id, let iceRestart):
            attempt(id) { () throws(MediaError) in try createOffer(id, iceRestart: iceRestart) }
        case .acceptOffer(let id, let sdp): attempt(id) { () throws(MediaError) in try acceptOffer(id, sdp) }
        case .acceptAnswer(let id, let sdp, let provisional):
            attempt(id) { () throws(MediaError) in try acceptAnswer(id, sdp, provisional: provisional) }
        case .rollBack: rollBack()
        case .addRemoteCandidate(let text): addRemoteCandidate(text)
        case .endOfRemoteCandidates: endRemoteCandidates()
        case .setDirection(let direction): setDirection(direction)
        case .setMuted(let isMuted): flow.mute(isMuted)
        case .setPaused(let isPaused): flow.pause(isPaused)
        case .sendTones(let id, let digits, let milliseconds):
            if let error = flow.sendTones(id, digits, milliseconds: milliseconds) {
                outlet.send(.commandFailed(id: id, error))
            }
        case .setIceServers(let servers):
            configuration.iceServers = Array(servers.prefix(MediaConfiguration.iceServersMax))
        case .setSource(let source): flow.setSource(source)
        case .setSink(let sink): flow.setSink(sink)
        case .setListening: break  // The sink is given silence.
        case .reportStatistics: reportStatistics()
        case .close: close()
        }
    }

    private func attempt(_ id: MediaCommand.ID, _ body: () throws(MediaError) -> Void) {
        do throws(MediaError) {
            if link.state == .failed { throw MediaError(.wrongState, "the connection has failed") }
            try body()
        } catch {
            outlet.send(.commandFailed(id: id, error))
        }
    }

    private func setDirection(_ direction: MediaDirection) {
        self.direction = direction
        negotiator?.direction = direction
        allowFlow()
    }

    /// Allows sending and receiving as agreed, restricted at once by our own later direction.
    func allowFlow() {
        let hears = direction == .sendrecv || direction == .recvonly
        flow.allow(
            sending: negotiator?.maySend ?? false, agreed: negotiator?.media?.sends ?? false,
            receiving: hears && negotiator?.media?.receives ?? false)
    }

    func reportStatistics() {
        var statistics = flow.statistics()
        if let current = flow.transport(), let kinds = current.selectedKinds {
            (statistics.localCandidateKind, statistics.remoteCandidateKind) = kinds
            statistics.relay = current.selectedRelay.map { name(of: $0, of: current) }
        }
        outlet.send(.statistics(statistics))
    }

    /// A relay behind TLS is reached through a tunnel, whose local port tells nothing.
    private func name(of relay: IceEndpoint, of transport: IceTransport) -> String {
        let tunnels = gatherings.values.first { $0.transport === transport }?.tunnels ?? []
        if let tunnel = tunnels.first(where: { $0.relay.server == relay }) { return tunnel.name }
        let host = relay.address.contains(":") ? "[\(relay.address)]" : relay.address
        return "turn:\(host):\(relay.port)"
    }

    // MARK: Events of the ICE agents

    nonisolated func iceFoundCandidate(_ line: String, generation: Int) {
        assumeIsolated { $0.found(line, generation) }
    }

    nonisolated func iceGathered(generation: Int) {
        assumeIsolated { $0.gathered(generation) }
    }

    nonisolated func iceChanged(_ state: IceState, generation: Int) {
        assumeIsolated { $0.handle(.iceChanged(state, generation: generation)) }
    }

    nonisolated func iceReceived(_ datagram: UnsafeBufferPointer<UInt8>, generation: Int) {
        guard parts.options.isCut?() != true else { return }
        switch DatagramKind(UnsafeRawBufferPointer(datagram)) {
        case .rtp: if flow.receive(datagram, isControl: false) { assumeIsolated { $0.handle(.proven) } }
        case .rtcp: if flow.receive(datagram, isControl: true) { assumeIsolated { $0.handle(.proven) } }
        case .dtls where datagram.count <= RTPPacket.byteCountMax:
            let copy = LinkDatagram(Array(datagram), generation: generation)
            assumeIsolated { $0.handle(.datagram(copy)) }
        case .dtls, .stun, .turnChannel, .unknown: break
        }
    }

    nonisolated func iceClosed(generation: Int) {
        assumeIsolated { $0.confirmClosed(generation) }
    }
}

/// One ICE agent with its gathering state and the peer's credentials.
struct IceGathering {
    let transport: IceTransport
    let credentials: IceCredentials
    /// Whether it is for an offer of this side.
    let isOffered: Bool
    var isComplete = false
    var hasRelay = false
    /// The relays that the agent was told of, without those behind TLS.
    var relays: [IceRelay] = []
    /// The tunnels to relays behind TLS, kept while the agent uses them.
    var tunnels: [RelayTunnel] = []
    /// The peer's credentials, once known.
    var remote: IceCredentials?
}

/// A description that waits for its candidates.
struct PendingDescription {
    var id: MediaCommand.ID
    var generation: Int
}
