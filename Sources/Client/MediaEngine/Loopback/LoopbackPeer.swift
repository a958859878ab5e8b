import RTP
import SDP

/// The state of one loopback connection.
struct LoopbackPeer: Sendable {
    /// The most unread events, as in the native engine; the oldest are dropped first.
    static let unreadEventsMax = 1024
    /// The bytes counted for one frame: Opus at 32 kbit/s.
    static let frameBytes: UInt64 = 80

    let configuration: MediaConfiguration
    let continuation: AsyncStream<MediaEvent>.Continuation
    let fingerprint: CertificateFingerprint
    var negotiator: Negotiator
    var gathered: Set<String> = []
    var state = MediaConnectionState.new
    /// The identifier of the connected line.
    var peer: Int?
    var source: (any AudioSource)?
    var sink: (any AudioSink)?
    var isMuted = false
    var isPaused = false
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

/// The tones that a loopback connection sends, one command after the other, and those it receives.
struct LoopbackTones: Sendable {
    /// The most waiting commands, as in the native engine.
    static let commandsMax = 16
    private static let clockRate: UInt32 = 48_000
    private static let payloadType: UInt8 = 110

    private struct Entry {
        var id: MediaCommand.ID
        var digits: String
        var tone: Duration
    }

    private var sender = TelephoneEventSender(clockRate: clockRate)
    private var receiver = TelephoneEventReceiver(formats: [.init(payloadType: payloadType, clockRate: clockRate)])
    private var waiting: [Entry] = []
    private var playing: MediaCommand.ID?

    /// Queues tones; returns nil if they were accepted.
    mutating func append(_ id: MediaCommand.ID, _ digits: String, milliseconds: Int) -> MediaError? {
        guard !digits.isEmpty, digits.allSatisfy({ TelephoneDigit.code(of: $0) != nil }) else {
            return MediaError(.invalidTone, "a tone that is not one of 0123456789*#ABCD")
        }
        guard digits.count <= TelephoneEventSender.queuedDigitsMax, waiting.count < Self.commandsMax else {
            return MediaError(.limitReached, "tones waiting")
        }
        waiting.append(Entry(id: id, digits: digits, tone: .milliseconds(milliseconds)))
        return nil
    }

    /// A packet with a telephone event, sent instead of sound.
    struct Packet: Sendable {
        var event: TelephoneEvent
        var header: RTPHeader
    }

    /// Advances by one frame; returns a packet to send, or the id of the finished command.
    mutating func next(at timestamp: UInt32) -> (packet: Packet?, finished: MediaCommand.ID?) {
        if playing == nil, !waiting.isEmpty {
            let entry = waiting.removeFirst()
            playing = entry.id
            _ = sender.enqueue(entry.digits, tone: entry.tone)
        }
        switch sender.next(at: timestamp) {
        case .idle, .pause: return (nil, nil)
        case .finished:
            defer { playing = nil }
            return (nil, playing)
        case .send(let event, let start, let marker):
            let header = RTPHeader(
                payloadType: Self.payloadType, marker: marker, sequenceNumber: 0, timestamp: start, source: 0)
            return (Packet(event: event, header: header), nil)
        }
    }

    mutating func receive(_ packet: Packet, at now: Duration) -> [TelephoneEventReceiver.Digit] {
        var payload: [UInt8] = []
        packet.event.write(into: &payload)
        var digits: [TelephoneEventReceiver.Digit] = []
        payload.withUnsafeBytes { receiver.receive(packet.header, payload: $0, at: now, into: &digits) }
        return digits
    }

    mutating func forgetHeard() {
        receiver = TelephoneEventReceiver(formats: [.init(payloadType: Self.payloadType, clockRate: Self.clockRate)])
    }
}
