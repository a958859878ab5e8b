import MediaEngine
import RTP
import SDP

/// The state of a connection's audio that several threads use. `AudioFlow` protects it by a lock.
struct FlowState: ~Copyable {
    var ice: IceTransport?
    var outbound: SrtpSession?
    var inbound: SrtpSession?

    var plan: FlowPlan?
    var mayReceive = false
    var maySend = false
    /// Whether the descriptions let us send.
    var isSendingAgreed = false
    var isMuted = false
    /// Whether the peer holds or has not answered, and drops what we send.
    var isPaused = false
    var isClosed = false
    /// Whether `receive` reports the next authentic packet.
    var awaitsProof = false
    var source: (any AudioSource)?
    var sink: (any AudioSink)?

    var sending: SendStream
    var rate = RateController()
    var tones = ToneQueue()
    /// Whether the next packet is the first after a silence.
    var startsTalkspurt = true
    var suppressor = SilenceSuppressor()

    /// Whether sound is agreed but not sent, because one side holds the call. Silent packets keep the path open.
    var isHeld: Bool { isSendingAgreed && (isPaused || !maySend) }

    /// Whether the peer's last packet of sound described the noise of a pause, in which it may send none (RFC 3389 §4).
    var isPeerSilent: Bool { line?.lastContent == .comfortNoise }

    var line: ReceiveStream?
    var digits = TelephoneEventReceiver(formats: [])
    var lastHeard: Duration
    var remote = RemoteReport()
    var recentFractionLost = 0.0
    /// The counts of receive lines that ended with a change of codec.
    var before = MediaStatistics()
    var heard = ReceiveQuality()
    var gaps = GapMeter()
    var inboundLevel = 0.0
    var outboundLevel = 0.0

    init(_ identity: FlowIdentity, at now: Duration) {
        sending = SendStream(
            RTPPacketizer(
                source: identity.source, firstSequenceNumber: identity.firstSequenceNumber,
                firstTimestamp: identity.firstTimestamp, clockRate: AudioCodec.opus.clockRate))
        lastHeard = now
    }

    /// The statistics of the present receive line and the ended ones.
    mutating func statistics(at now: Duration) -> MediaStatistics {
        var total = before
        if isHeld || isPeerSilent || plan?.remoteSends != true { gaps.pause() }
        total.longestGapMilliseconds = gaps.longest(at: now).map { $0 / .milliseconds(1) }
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

    private static func add(_ line: ReceiveStream, to total: inout MediaStatistics) {
        total.packetsReceived += line.statistics.packetsReceived
        total.bytesReceived += line.statistics.bytesReceived
        total.packetsLost += line.statistics.packetsLost
        let made = line.jitter.statistics.concealed + line.jitter.statistics.recovered
        total.framesConcealed += made * UInt64(max(line.jitter.packetTicks * 50 / line.codec.clockRate, 1))
        total.packetsRepaired += line.jitter.statistics.repaired
        total.jitterMilliseconds = line.statistics.jitterMilliseconds
    }

    /// Notes the quality of the sound played since the last call; called once a second.
    mutating func noteHeard() {
        guard let jitter = line?.jitter else { return }
        let length = Duration.seconds(Double(jitter.packetTicks) / Double(jitter.clockRate))
        heard.note(
            jitter.statistics, waiting: jitter.bufferedDelay,
            coding: ReceivedCoding(packet: line?.codec == .opus ? length : nil, copies: line?.copies ?? 0))
    }

    /// Changes the receive line to a codec; the counts of the ended line are kept in `before`.
    mutating func changeLine(to codec: AudioCodec) {
        if line?.codec == codec { return }
        if let line { Self.add(line, to: &before) }
        line = ReceiveStream(codec)
    }
}

/// The agreement about audio: the part of the negotiation that the media clock needs.
struct FlowPlan: Hashable, Sendable {
    var send: AudioPayload
    var receivable: [AudioPayload]
    var sendEvent: TelephoneEventPayload?
    var receivableEvents: [TelephoneEventPayload]
    /// The payload types of packets that repeat earlier ones (RFC 2198).
    var sendRedundancy: UInt8?
    var receivableRedundancy: [UInt8]
    /// The payload types of packets that describe noise (RFC 3389).
    var sendComfortNoise: UInt8?
    var receivableComfortNoise: [UInt8]
    var remoteSends: Bool
    var multiplexesRTCP: Bool
    /// Whether the encoder leaves out packets of silence.
    var omitsSilence: Bool
    var abilities: RateController.Abilities

    init(_ media: NegotiatedMedia, _ encoding: EncodingOptions) {
        send = media.sendPayload
        receivable = media.receivablePayloads
        sendEvent = media.sendTelephoneEvent
        receivableEvents = media.receivableTelephoneEvents
        sendRedundancy = media.sendRedundancy
        receivableRedundancy = media.receivableRedundancy
        sendComfortNoise = media.sendComfortNoise
        receivableComfortNoise = media.receivableComfortNoise
        remoteSends = media.remoteDirection.sends
        multiplexesRTCP = media.multiplexesRTCP
        let isOpus = media.sendPayload.codec == .opus
        omitsSilence = isOpus && media.peerWantsDiscontinuousTransmission
        // A peer that states no limit may state a preferred length.
        let longest = media.peerPacketMillisecondsMax ?? media.peerPacketMilliseconds ?? .max
        abilities = RateController.Abilities()
        abilities.bitsPerSecondMax = max(min(encoding.bitsPerSecond, media.peerBitRateMax ?? .max), 6000)
        abilities.takesCopies = isOpus && media.sendRedundancy != nil
        abilities.takesLongPackets = isOpus && longest >= 60
    }

    func codec(of payloadType: UInt8) -> AudioCodec? {
        receivable.first { $0.payloadType == payloadType }?.codec
    }

    /// The payload type of what we send; nil if the peer does not take it.
    func payloadType(of content: SoundPacker.Content) -> UInt8? {
        switch content {
        case .sound: send.payloadType
        case .redundantSound: sendRedundancy
        case .comfortNoise: sendComfortNoise
        }
    }

    /// The codec whose pauses are described, if no sound has arrived yet.
    var describedCodec: AudioCodec? { receivable.first { $0.clockRate == NoiseDescription.clockRate }?.codec }

    var eventFormats: [TelephoneEventReceiver.Format] {
        receivableEvents.map { TelephoneEventReceiver.Format(payloadType: $0.payloadType, clockRate: $0.clockRate) }
    }
}

/// The received stream, as long as its codec stays the same.
struct ReceiveStream {
    let codec: AudioCodec
    var jitter: JitterBuffer
    var statistics: ReceiverStatistics
    var source: UInt32?
    /// The content of the packet that arrived last.
    var lastContent = JitterBuffer.Content.audio
    /// How many earlier packets the last one repeated.
    var copies = 0
    /// Whether the decoder must be reset.
    var needsReset = false

    init(_ codec: AudioCodec) {
        self.codec = codec
        jitter = JitterBuffer(clockRate: codec.clockRate)
        statistics = ReceiverStatistics(clockRate: codec.clockRate)
    }
}

/// The contents of the peer's RTCP reports.
struct RemoteReport: Hashable, Sendable {
    /// The middle bits of the last sender report's time, which are sent back, and its arrival.
    var senderReport: (middle: UInt32, arrival: Duration)? {
        get { middle.map { ($0, arrival) } }
        set { (middle, arrival) = (newValue?.middle, newValue?.arrival ?? .zero) }
    }
    private var middle: UInt32?
    private var arrival = Duration.zero
    var roundTrip: Duration?
    /// The jitter in seconds.
    var jitter: Double?
    var fractionLost: Double?
    var hasReported = false
}
