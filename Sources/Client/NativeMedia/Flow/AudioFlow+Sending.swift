import MediaEngine
import RTP

extension AudioFlow {
    /// The settings for sending the frame that begins now.
    struct AudioTurn {
        var send: AudioPayload
        var plan: RateController.Plan
        var takesCopies: Bool
        /// Whether the encoder leaves out packets of silence.
        var omitsSilence: Bool
        /// Whether silence is described in place of being sent.
        var describesSilence: Bool
        var source: (any AudioSource)?
        var isMuted: Bool
        /// Whether sound is agreed but not sent.
        var isHeld: Bool
        /// Whether this frame is not sent, because it is one of a long silence.
        var isSuppressed: Bool
        /// The RTP timestamp of the frame.
        var timestamp: UInt32
    }

    /// Begins the frame at `now`, after `skipped` missed frames. Writes a due telephone event.
    ///
    /// - Returns: nil if no sound may be sent, or a telephone event is sent instead.
    func beginSending(at now: Duration, skipped: Int, into datagram: inout [UInt8]) -> AudioTurn? {
        var done: ToneQueue.Step = .idle
        let turn: AudioTurn? = withState { state in
            for _ in 0..<(skipped + 1) { state.sending.advance() }
            guard !state.isClosed, state.maySend || state.isHeld, state.outbound != nil, let plan = state.plan else {
                return nil
            }
            if state.maySend { done = state.tones.next(at: state.sending.packetizer.timestamp, with: plan.sendEvent) }
            if case .send(let event, let timestamp, let marker, let payloadType) = done {
                var payload: [UInt8] = []
                event.write(into: &payload)
                let header = state.sending.nextHeader(payloadType: payloadType, marker: marker, timestamp: timestamp)
                payload.withUnsafeBytes { Self.write(header, $0, at: now, &state, into: &datagram) }
                return nil
            }
            return Self.turn(at: now, plan, &state)
        }
        switch done {
        case .finished(let id): outlet.send(.tonesSent(id: id))
        case .refused(let id):
            outlet.send(
                .commandFailed(id: id, MediaError(.unsupportedConfiguration, "the peer takes no telephone events")))
        case .idle, .send: break
        }
        return turn
    }

    private static func turn(at now: Duration, _ plan: FlowPlan, _ state: inout FlowState) -> AudioTurn {
        let isHeld = state.isHeld
        var turn = AudioTurn(
            send: plan.send, plan: state.rate.plan, takesCopies: plan.abilities.takesCopies,
            omitsSilence: plan.omitsSilence, describesSilence: plan.sendComfortNoise != nil,
            source: state.maySend ? state.source : nil, isMuted: state.isMuted || isHeld, isHeld: isHeld,
            isSuppressed: !state.suppressor.passes(isSilent: isHeld, at: now),
            timestamp: state.sending.packetizer.timestamp)
        // Each packet of a hold stands alone.
        if isHeld { (turn.plan.framesPerPacket, turn.plan.copies) = (1, 0) }
        return turn
    }

    /// Protects a packet, unless sending was stopped or the codec changed since `beginSending`.
    func finishSending(
        _ packet: SoundPacker.Packet, _ payload: UnsafeRawBufferPointer, codec: AudioCodec, level: Double,
        at now: Duration, into datagram: inout [UInt8]
    ) {
        withState { state in
            state.outboundLevel = level
            let isHeld = state.isHeld
            guard !state.isClosed, state.maySend || isHeld, let plan = state.plan, plan.send.codec == codec,
                let payloadType = plan.payloadType(of: packet.content)
            else { return }
            let isNoise = packet.content == .comfortNoise
            let startsTalkspurt = !isHeld && !isNoise && (state.startsTalkspurt || packet.endsPause)
            let header = state.sending.nextHeader(
                payloadType: payloadType, marker: startsTalkspurt, timestamp: packet.timestamp)
            state.startsTalkspurt = isHeld || isNoise
            Self.write(header, payload, at: now, &state, into: &datagram)
        }
    }

    private static func write(
        _ header: RTPHeader, _ payload: UnsafeRawBufferPointer, at now: Duration, _ state: inout FlowState,
        into datagram: inout [UInt8]
    ) {
        guard (try? RTPWriter.write(header, payload: payload, into: &datagram)) != nil else { return }
        let count = protect(&datagram) { pointer, count in state.outbound?.protect(pointer, count: count) }
        guard count > 0 else { return }
        state.sending.sent(payloadByteCount: payload.count, at: now)
    }

    /// Protects a datagram in place and sets its new length; empties it on failure.
    private static func protect(
        _ datagram: inout [UInt8], _ body: (UnsafeMutablePointer<UInt8>, Int) -> Int?
    ) -> Int {
        let plain = datagram.count
        datagram.append(contentsOf: repeatElement(0, count: SrtpSession.trailerByteCount))
        let count = datagram.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { body($0, plain) } ?? 0
        }
        datagram.removeLast(datagram.count - count)
        return count
    }

    /// Writes our report (RFC 3550 §6.4): a sender report if packets were sent since the last one.
    func writeReport(at now: Duration, sentSince: UInt64, into datagram: inout [UInt8]) -> UInt64 {
        withState { state in
            datagram.removeAll(keepingCapacity: true)
            state.noteHeard()
            if !state.maySend || state.isMuted || state.isHeld {
                state.rate.pause()
            } else if now - state.lastHeard < .seconds(1) {
                state.rate.pass(at: now)
            }
            guard !state.isClosed, state.outbound != nil, state.plan?.multiplexesRTCP == true else { return sentSince }
            let blocks = reportBlocks(at: now, &state)
            let report: RTCPPacket =
                state.sending.statistics.packetsSent > sentSince
                ? .senderReport(state.sending.report(blocks, at: now))
                : .receiverReport(ReceiverReport(source: identity.source, reports: blocks))
            let name = SourceDescription(source: identity.source, canonicalName: identity.canonicalName)
            if (try? RTCPCompound.write([report, .sourceDescription(name)], into: &datagram)) == nil {
                datagram.removeAll(keepingCapacity: true)
            } else {
                _ = Self.protect(&datagram) { pointer, count in state.outbound?.protectControl(pointer, count: count) }
            }
            return state.sending.statistics.packetsSent
        }
    }

    private func reportBlocks(at now: Duration, _ state: inout FlowState) -> [ReportBlock] {
        guard let source = state.line?.source, let fraction = state.line?.statistics.nextFractionLost(),
            let statistics = state.line?.statistics
        else { return [] }
        state.recentFractionLost = Double(fraction) / 256
        var block = ReportBlock(
            source: source, fractionLost: fraction, cumulativeLost: Int32(clamping: statistics.packetsLost),
            highestSequenceNumber: statistics.highestSequenceNumber, jitter: statistics.jitter)
        if let last = state.remote.senderReport {
            block.lastSenderReport = last.middle
            block.delaySinceLastSenderReport = (now - last.arrival).shortUnits
        }
        return [block]
    }

    func transport() -> IceTransport? { withState { $0.ice } }
}

/// The tones to send, one command after the other, paced by the media clock.
struct ToneQueue {
    /// The most waiting commands; each may have as many digits as the sender accepts.
    static let commandsMax = 16

    private struct Entry {
        var id: MediaCommand.ID
        var digits: String
        var milliseconds: Int
    }

    private var sender: TelephoneEventSender?
    private var payload: TelephoneEventPayload?
    private var waiting: [Entry] = []
    private var playing: MediaCommand.ID?

    var isIdle: Bool { playing == nil && waiting.isEmpty }

    /// Queues a command; returns false if too many wait.
    mutating func append(_ id: MediaCommand.ID, _ digits: String, milliseconds: Int) -> Bool {
        guard waiting.count < Self.commandsMax else { return false }
        waiting.append(Entry(id: id, digits: digits, milliseconds: milliseconds))
        return true
    }

    enum Step {
        case idle
        case send(TelephoneEvent, timestamp: UInt32, marker: Bool, payloadType: UInt8)
        case finished(MediaCommand.ID)
        case refused(MediaCommand.ID)
    }

    /// The step for the frame at `timestamp`. Tones that have begun keep their payload type.
    mutating func next(at timestamp: UInt32, with agreed: TelephoneEventPayload?) -> Step {
        if playing == nil {
            guard !waiting.isEmpty else { return .idle }
            let entry = waiting.removeFirst()
            guard let agreed, begin(entry, agreed) else { return .refused(entry.id) }
        }
        guard let payload, let step = sender?.next(at: timestamp) else { return .idle }
        switch step {
        case .idle, .pause: return .idle
        case .send(let event, let start, let marker):
            return .send(event, timestamp: start, marker: marker, payloadType: payload.payloadType)
        case .finished:
            guard let id = playing else { return .idle }
            playing = nil
            return .finished(id)
        }
    }

    private mutating func begin(_ entry: Entry, _ agreed: TelephoneEventPayload) -> Bool {
        if payload != agreed || sender == nil {
            payload = agreed
            sender = TelephoneEventSender(clockRate: agreed.clockRate)
        }
        guard sender?.enqueue(entry.digits, tone: .milliseconds(entry.milliseconds)) == true else { return false }
        playing = entry.id
        return true
    }
}
