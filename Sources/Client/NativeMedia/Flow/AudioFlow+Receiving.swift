import MediaEngine
import RTP

extension AudioFlow {
    /// Takes an RTP or RTCP datagram. Isolation: the loop's thread.
    ///
    /// - Returns: whether it is the first authentic packet since `awaitProof`.
    func receive(_ datagram: UnsafeBufferPointer<UInt8>, isControl: Bool) -> Bool {
        guard datagram.count <= RTPPacket.byteCountMax else { return false }
        var isProof = false
        let now = MonotonicTime.now()
        var digits: [TelephoneEventReceiver.Digit] = []
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: RTPPacket.byteCountMax) { packet in
            guard let start = packet.baseAddress else { return }
            _ = packet.update(fromContentsOf: datagram)
            withState { state in
                guard !state.isClosed else { return }
                let count =
                    isControl
                    ? state.inbound?.unprotectControl(start, count: datagram.count)
                    : state.inbound?.unprotect(start, count: datagram.count)
                guard let count else { return }
                isProof = state.awaitsProof
                state.awaitsProof = false
                let bytes = UnsafeRawBufferPointer(start: start, count: count)
                if isControl {
                    handleControl(bytes, at: now, &state)
                } else {
                    handlePacket(bytes, at: now, &state, &digits)
                }
            }
        }
        report(digits)
        return isProof
    }

    func report(_ digits: [TelephoneEventReceiver.Digit]) {
        for digit in digits { outlet.send(.toneReceived(digit.digit, milliseconds: digit.milliseconds)) }
    }

    private func handlePacket(
        _ bytes: UnsafeRawBufferPointer, at now: Duration, _ state: inout FlowState,
        _ digits: inout [TelephoneEventReceiver.Digit]
    ) {
        guard let plan = state.plan, let packet = try? RTPPacket(parsing: bytes) else { return }
        state.lastHeard = now
        if state.isHeld || state.isPeerSilent { state.gaps.pause() }
        if !state.isHeld { state.gaps.note(at: now) }
        let header = packet.header
        let payload = UnsafeRawBufferPointer(rebasing: bytes[packet.payload])
        if state.digits.accepts(payloadType: header.payloadType) {
            state.line?.statistics.receive(header, payloadByteCount: payload.count, measuresJitter: false, at: now)
            _ = state.line?.jitter.push(header, payload: payload, content: .telephoneEvent, at: now)
            state.digits.receive(header, payload: payload, at: now, into: &digits)
            return
        }
        if plan.receivableRedundancy.contains(header.payloadType) {
            handleRedundant(payload, header, plan, at: now, &state)
        } else if let codec = plan.codec(of: header.payloadType) {
            handleSound(payload, header, codec, at: now, &state)
            state.line?.copies = 0
        } else if plan.receivableComfortNoise.contains(header.payloadType) {
            handleNoise(payload, header, plan, at: now, &state)
        }
    }

    /// Takes a description of noise, unless the peer sends Opus, which has another clock and needs none.
    private func handleNoise(
        _ payload: UnsafeRawBufferPointer, _ header: RTPHeader, _ plan: FlowPlan, at now: Duration,
        _ state: inout FlowState
    ) {
        guard let codec = state.line?.codec ?? plan.describedCodec, codec.clockRate == NoiseDescription.clockRate
        else { return }
        handleSound(payload, header, codec, content: .comfortNoise, at: now, &state)
    }

    /// Takes the packet's own sound first, because the copies are placed relative to it.
    private func handleRedundant(
        _ payload: UnsafeRawBufferPointer, _ header: RTPHeader, _ plan: FlowPlan, at now: Duration,
        _ state: inout FlowState
    ) {
        guard let parts = try? RedundantPayload(parsing: payload), let codec = plan.codec(of: parts.primaryType),
            !parts.primary.isEmpty
        else { return }
        var header = header
        header.payloadType = parts.primaryType
        handleSound(UnsafeRawBufferPointer(rebasing: payload[parts.primary]), header, codec, at: now, &state)
        state.line?.copies = parts.copies.count
        guard state.mayReceive else { return }
        for copy in parts.copies where plan.codec(of: copy.payloadType) == codec {
            state.line?.jitter.pushCopy(
                behind: header, offset: copy.timestampOffset,
                payload: UnsafeRawBufferPointer(rebasing: payload[copy.range]), at: now)
        }
    }

    private func handleSound(
        _ payload: UnsafeRawBufferPointer, _ header: RTPHeader, _ codec: AudioCodec,
        content: JitterBuffer.Content = .audio, at now: Duration, _ state: inout FlowState
    ) {
        state.changeLine(to: codec)
        state.line?.lastContent = content
        if state.line?.source != header.source {
            if state.line?.source != nil { state.line?.needsReset = true }
            state.line?.source = header.source
        }
        state.line?.statistics.receive(header, payloadByteCount: payload.count, at: now)
        // Packets during a hold are counted but not kept, because they would be outdated afterward.
        guard state.mayReceive else { return }
        let arrival = state.line?.jitter.push(header, payload: payload, content: content, at: now)
        if arrival == .restarted { state.line?.needsReset = true }
    }

    private func handleControl(_ bytes: UnsafeRawBufferPointer, at now: Duration, _ state: inout FlowState) {
        guard let packets = try? RTCPCompound.parse(bytes) else { return }
        state.lastHeard = now
        for packet in packets {
            switch packet {
            case .senderReport(let report):
                state.remote.hasReported = true
                state.remote.senderReport = (report.time.middle, now)
                handleReports(report.reports, at: now, &state)
            case .receiverReport(let report):
                state.remote.hasReported = true
                handleReports(report.reports, at: now, &state)
            case .sourceDescription, .goodbye: break
            }
        }
    }

    private func handleReports(_ blocks: [ReportBlock], at now: Duration, _ state: inout FlowState) {
        for block in blocks where block.source == identity.source {
            if let roundTrip = RoundTrip.measure(block, at: now) { state.remote.roundTrip = roundTrip }
            state.remote.jitter = Double(block.jitter) / Double(state.sending.packetizer.clockRate)
            let lost = Double(block.fractionLost) / 256
            state.remote.fractionLost = lost
            let jitter = Duration.seconds(state.remote.jitter ?? 0)
            state.rate.handle(.init(fractionLost: lost, roundTrip: state.remote.roundTrip, jitter: jitter), at: now)
        }
    }
}

extension AudioFlow {
    /// The sound that the clock plays next.
    struct PlayTurn {
        var playout: JitterBuffer.Playout
        /// The codec; nil before any packet was received.
        var codec: AudioCodec?
        var needsReset: Bool
        /// The duration, in samples at 48 kHz.
        var samples: Int
        /// The pace, in samples at 48 kHz.
        var pace = JitterBuffer.Pace.asItIs
        /// Whether the peer holds the call, or has not answered it.
        var isPaused = false
    }

    func play(at now: Duration) -> PlayTurn {
        withState { state in
            guard !state.isClosed, state.mayReceive, let codec = state.line?.codec,
                let playout = state.line?.jitter.pull(at: now)
            else { return PlayTurn(playout: .silence, needsReset: false, samples: MediaClock.frameSamples) }
            let ticks = Int(state.line?.jitter.packetTicks ?? 0)
            let factor = MediaClock.sampleRate / Int(codec.clockRate)
            let needsReset = state.line?.needsReset ?? false
            state.line?.needsReset = false
            return PlayTurn(
                playout: playout, codec: codec, needsReset: needsReset, samples: ticks * factor,
                pace: state.line?.jitter.pace.scaled(by: factor) ?? .asItIs, isPaused: state.isPaused)
        }
    }

    /// Notes that the last played packet was shortened by this number of samples at 48 kHz; negative if it was
    /// lengthened.
    func played(shorterBy samples: Int) {
        withState { state in
            guard let codec = state.line?.codec else { return }
            state.line?.jitter.changed(by: samples * Int(codec.clockRate) / MediaClock.sampleRate)
        }
    }

    /// Ends the frame: notes its level, reports digits whose end was lost, and returns the sink.
    func finishPlaying(level: Double, at now: Duration) -> (any AudioSink)? {
        var digits: [TelephoneEventReceiver.Digit] = []
        let sink: (any AudioSink)? = withState { state in
            state.inboundLevel = level
            state.digits.expire(at: now, into: &digits)
            return state.isClosed ? nil : state.sink
        }
        report(digits)
        return sink
    }
}

extension JitterBuffer.Pace {
    fileprivate func scaled(by factor: Int) -> Self {
        switch self {
        case .asItIs: .asItIs
        case .shorter(let ticks): .shorter(ticks: ticks * factor)
        case .longer(let ticks): .longer(ticks: ticks * factor)
        }
    }
}
