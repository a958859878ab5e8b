import MediaEngine
import RTP

/// Everything about a connection's sound that more than one thread touches; `AudioFlow` keeps it behind a lock.
struct FlowState: ~Copyable {
    var ice: IceTransport?
    var outbound: SrtpSession?
    var inbound: SrtpSession?

    var plan: FlowPlan?
    var mayReceive = false
    var maySend = false
    var isMuted = false
    var isClosed = false
    /// Whether an authentic packet is waited for.
    var awaitsProof = false
    var source: (any AudioSource)?
    var sink: (any AudioSink)?

    var sending: SendLine
    var rate = RateController()
    var tones = ToneQueue()
    /// Whether the next packet is the first after a silence.
    var startsTalkspurt = true

    var line: ReceiveLine?
    var digits = TelephoneEventReceiver(formats: [])
    var lastHeard: Duration
    var remote = RemoteReport()
    var recentFractionLost = 0.0
    /// Of receive lines that ended with a change of codec.
    var before = MediaStatistics()
    var heard = HeardQuality()
    var inboundLevel = 0.0
    var outboundLevel = 0.0

    init(_ identity: FlowIdentity, at now: Duration) {
        sending = SendLine(
            RTPPacketizer(
                source: identity.source, firstSequenceNumber: identity.firstSequenceNumber,
                firstTimestamp: identity.firstTimestamp, clockRate: AudioCodec.opus.clockRate))
        lastHeard = now
    }

    /// Counters of both the streams that ended and the one that runs.
    func statistics() -> MediaStatistics {
        var total = before
        total.packetsSent = sending.statistics.packetsSent
        total.bytesSent = sending.statistics.bytesSent
        if let line { Self.add(line, to: &total) }
        total.recentFractionLost = recentFractionLost
        total.roundTripMilliseconds = remote.roundTrip.map { $0 / .milliseconds(1) }
        total.remoteJitterMilliseconds = remote.jitter.map { $0 * 1000 }
        total.remoteFractionLost = remote.fractionLost
        total.inboundLevel = inboundLevel
        total.outboundLevel = outboundLevel
        total.codec = plan?.send.codec
        total.bufferMilliseconds = line.map { $0.jitter.bufferedDelay / .milliseconds(1) }
        if plan?.send.codec == .opus {
            total.sending = SendingStatistics(
                bitsPerSecond: rate.plan.bitsPerSecond, packetMilliseconds: rate.plan.framesPerPacket * 20,
                copies: rate.plan.copies)
        }
        if total.packetsReceived > 0, let roundTrip = remote.roundTrip {
            total.meanOpinionScore = MeanOpinionScore.estimate(of: heard, roundTrip: roundTrip)
        }
        return total
    }

    private static func add(_ line: ReceiveLine, to total: inout MediaStatistics) {
        total.packetsReceived += line.statistics.packetsReceived
        total.bytesReceived += line.statistics.bytesReceived
        total.packetsLost += line.statistics.packetsLost
        let made = line.jitter.statistics.concealed + line.jitter.statistics.recovered
        total.framesConcealed += made * UInt64(max(line.jitter.packetTicks * 50 / line.codec.clockRate, 1))
        total.packetsRepaired += line.jitter.statistics.repaired
        total.jitterMilliseconds = line.statistics.jitterMilliseconds
    }

    /// Takes what was heard since the last time; once a second.
    mutating func noteHeard() {
        guard let jitter = line?.jitter else { return }
        heard.note(jitter.statistics, waiting: jitter.bufferedDelay)
    }

    /// The line for a codec; another codec begins another line and leaves its counts behind.
    mutating func changeLine(to codec: AudioCodec) {
        if line?.codec == codec { return }
        if let line { Self.add(line, to: &before) }
        line = ReceiveLine(codec)
    }
}
