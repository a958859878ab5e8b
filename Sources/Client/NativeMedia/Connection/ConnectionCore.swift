import MediaEngine
import RTP
import SDP

/// The inside of a connection: carries out commands, owns the transports, feeds the machines that decide.
///
/// Runs on its loop's thread only, which is also where the C libraries call back. Every object of theirs is held here
/// until they confirm that it is closed.
actor ConnectionCore: IceObserver {
    /// Candidates of the peer that may come before its description; as many as a description may hold.
    static let earlyCandidatesMax = SDPLimits.candidatesMax
    /// Of the watch over silence.
    static let watchInterval: Duration = .milliseconds(250)
    /// Statistics come once a second.
    static let watchesPerReport = 4
    /// A TURN server that is gone must not keep a closed connection from being over.
    static let closingMax: Duration = .seconds(1)

    nonisolated let loop: EventLoop
    nonisolated let outlet: EventOutlet
    nonisolated let flow: AudioFlow
    nonisolated let parts: EngineParts
    var configuration: MediaConfiguration

    var link: LinkMachine
    var negotiator: Negotiator?
    var direction = MediaDirection.sendrecv
    var isControlling = false
    var gatherings: [Int: IceGathering] = [:]
    var nextGeneration = 1
    /// Agents not yet confirmed closed; kept so that C never calls back into nothing.
    var closing: [Int: IceTransport] = [:]
    var dtls: DtlsTransport?
    /// Another association that is tried beside it, and its keys once it stands.
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

    init(_ configuration: MediaConfiguration, on loop: EventLoop, _ parts: EngineParts, _ outlet: EventOutlet) {
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
        case .sendTones(let id, let digits, let milliseconds):
            if let error = flow.sendTones(id, digits, milliseconds: milliseconds) {
                outlet.send(.commandFailed(id: id, error))
            }
        case .setIceServers(let servers):
            configuration.iceServers = Array(servers.prefix(MediaConfiguration.iceServersMax))
        case .setSource(let source): flow.setSource(source)
        case .setSink(let sink): flow.setSink(sink)
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

    /// Sending and hearing as agreed, narrowed at once by what we want since.
    func allowFlow() {
        let hears = direction == .sendrecv || direction == .recvonly
        flow.allow(sending: negotiator?.maySend ?? false, receiving: hears && negotiator?.media?.receives ?? false)
    }

    func reportStatistics() {
        var statistics = flow.statistics()
        if let current = flow.transport(), let kinds = current.selectedKinds {
            (statistics.localCandidateKind, statistics.remoteCandidateKind) = kinds
        }
        outlet.send(.statistics(statistics))
    }

    // MARK: What the ICE agents say

    nonisolated func iceFoundCandidate(_ line: String, generation: Int) {
        assumeIsolated { $0.found(line, generation) }
    }

    nonisolated func iceGathered(generation: Int) {
        assumeIsolated { $0.gathered(generation) }
    }

    nonisolated func iceChanged(_ state: IceState, generation: Int) {
        assumeIsolated { $0.handle(.iceChanged(state, generation: generation)) }
    }

    nonisolated func iceReceived(_ datagram: UnsafeBufferPointer<UInt8>) {
        switch DatagramKind(UnsafeRawBufferPointer(datagram)) {
        case .rtp: if flow.receive(datagram, isControl: false) { assumeIsolated { $0.handle(.proven) } }
        case .rtcp: if flow.receive(datagram, isControl: true) { assumeIsolated { $0.handle(.proven) } }
        case .dtls where datagram.count <= RTPPacket.byteCountMax:
            let bytes = Array(datagram)
            assumeIsolated { $0.handle(.datagram(bytes)) }
        case .dtls, .stun, .turnChannel, .unknown: break
        }
    }

    nonisolated func iceClosed(generation: Int) {
        assumeIsolated { $0.confirmClosed(generation) }
    }
}
