import MediaEngine
import RTP

extension AudioFlow {
    /// Takes a datagram that is RTP or RTCP, on the loop's thread.
    ///
    /// - Returns: whether it is the authentic packet that `awaitProof` asked for.
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
                    takeControl(bytes, at: now, &state)
                } else {
                    takePacket(bytes, at: now, &state, &digits)
                }
            }
        }
        report(digits)
        return isProof
    }

    func report(_ digits: [TelephoneEventReceiver.Digit]) {
        for digit in digits { outlet.send(.toneReceived(digit.digit, milliseconds: digit.milliseconds)) }
    }

    private func takePacket(
        _ bytes: UnsafeRawBufferPointer, at now: Duration, _ state: inout FlowState,
        _ digits: inout [TelephoneEventReceiver.Digit]
    ) {
        guard let plan = state.plan, let packet = try? RTPPacket(parsing: bytes) else { return }
        state.lastHeard = now
        let header = packet.header
        let payload = UnsafeRawBufferPointer(rebasing: bytes[packet.payload])
        if state.digits.takes(payloadType: header.payloadType) {
            state.line?.statistics.receive(header, payloadByteCount: payload.count, measuresJitter: false, at: now)
            _ = state.line?.jitter.push(header, payload: payload, content: .telephoneEvent, at: now)
            state.digits.receive(header, payload: payload, at: now, into: &digits)
            return
        }
        if plan.receivableRedundancy.contains(header.payloadType) {
            takeRedundant(payload, header, plan, at: now, &state)
        } else if let codec = plan.codec(of: header.payloadType) {
            takeSound(payload, header, codec, at: now, &state)
        }
    }

    /// The packet's own sound first: what it repeats is told by where that stands.
    private func takeRedundant(
        _ payload: UnsafeRawBufferPointer, _ header: RTPHeader, _ plan: FlowPlan, at now: Duration,
        _ state: inout FlowState
    ) {
        guard let parts = try? RedundantPayload(parsing: payload), let codec = plan.codec(of: parts.primaryType),
            !parts.primary.isEmpty
        else { return }
        var header = header
        header.payloadType = parts.primaryType
        takeSound(UnsafeRawBufferPointer(rebasing: payload[parts.primary]), header, codec, at: now, &state)
        guard state.mayReceive else { return }
        for copy in parts.copies where plan.codec(of: copy.payloadType) == codec {
            state.line?.jitter.pushCopy(
                behind: header, offset: copy.timestampOffset,
                payload: UnsafeRawBufferPointer(rebasing: payload[copy.range]), at: now)
        }
    }

    private func takeSound(
        _ payload: UnsafeRawBufferPointer, _ header: RTPHeader, _ codec: AudioCodec, at now: Duration,
        _ state: inout FlowState
    ) {
        state.changeLine(to: codec)
        if state.line?.source != header.source {
            if state.line?.source != nil { state.line?.needsReset = true }
            state.line?.source = header.source
        }
        state.line?.statistics.receive(header, payloadByteCount: payload.count, at: now)
        // What comes while we hold is counted, not kept: it would be old when it may be heard.
        guard state.mayReceive else { return }
        if state.line?.jitter.push(header, payload: payload, at: now) == .restarted { state.line?.needsReset = true }
    }

    private func takeControl(_ bytes: UnsafeRawBufferPointer, at now: Duration, _ state: inout FlowState) {
        guard let packets = try? RTCPCompound.parse(bytes) else { return }
        state.lastHeard = now
        for packet in packets {
            switch packet {
            case .senderReport(let report):
                state.remote.hasReported = true
                state.remote.senderReport = (report.time.middle, now)
                takeReports(report.reports, at: now, &state)
            case .receiverReport(let report):
                state.remote.hasReported = true
                takeReports(report.reports, at: now, &state)
            case .sourceDescription, .goodbye: break
            }
        }
    }

    private func takeReports(_ blocks: [ReportBlock], at now: Duration, _ state: inout FlowState) {
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
