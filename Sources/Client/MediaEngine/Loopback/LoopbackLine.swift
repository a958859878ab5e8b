import RTP
import SDP

/// The inside of one loopback connection.
struct LoopbackLine: Sendable {
    /// As in the native engine; the oldest go first.
    static let unreadEventsMax = 1024
    /// Bytes one frame counts for: Opus at 32 kbit/s.
    static let frameBytes: UInt64 = 80

    let configuration: MediaConfiguration
    let continuation: AsyncStream<MediaEvent>.Continuation
    let fingerprint: CertificateFingerprint
    var negotiator: Negotiator
    var gathered: Set<String> = []
    var state = MediaConnectionState.new
    /// The other end.
    var peer: Int?
    var source: (any AudioSource)?
    var sink: (any AudioSink)?
    var isMuted = false
    var tones = LoopbackTones()
    var remoteDirection: MediaDirection?
    var hasHeard = false
    var statistics = MediaStatistics()
    var ticksConnected = 0
    var interruptedSince: Duration?

    func send(_ event: MediaEvent) {
        continuation.yield(event)
    }

    mutating func change(to state: MediaConnectionState) {
        guard self.state != state, self.state != .failed, self.state != .closed else { return }
        self.state = state
        if state == .connected { interruptedSince = nil }
        send(.stateChanged(state))
    }

    var maySend: Bool { state == .connected && negotiator.maySend }

    var hears: Bool {
        let wants = negotiator.direction == .sendrecv || negotiator.direction == .recvonly
        return state == .connected && wants && negotiator.media?.receives ?? false
    }

    mutating func notice(_ direction: MediaDirection) {
        guard remoteDirection != direction else { return }
        remoteDirection = direction
        send(.remoteDirectionChanged(direction))
    }

    func report() {
        var report = statistics
        report.codec = negotiator.media?.sendPayload.codec
        if state == .connected {
            report.roundTripMilliseconds = 0
            report.remoteJitterMilliseconds = 0
            report.remoteFractionLost = 0
            report.meanOpinionScore = MeanOpinionScore.estimate(
                jitterMilliseconds: 0, roundTripMilliseconds: 0, packetsReceived: statistics.packetsReceived,
                packetsLost: 0)
            let kind = configuration.relayOnly ? "relay" : "host"
            (report.localCandidateKind, report.remoteCandidateKind) = (kind, kind)
        }
        send(.statistics(report))
    }

    mutating func close() {
        state = .closed
        send(.stateChanged(.closed))
        continuation.finish()
    }
}
