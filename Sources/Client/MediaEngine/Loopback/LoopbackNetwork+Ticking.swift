import RTP

extension LoopbackNetwork {
    /// One frame to be carried from a source to a sink.
    struct Delivery: Sendable {
        var sender: Int?
        var receiver: Int
        /// The source; nil if silence or nothing is sent.
        var source: (any AudioSource)?
        /// The sink; nil if the receiver plays nothing.
        var sink: (any AudioSink)?
    }

    /// Advances the tones and returns the frames to be carried, in the order of creation of the receiving lines.
    mutating func beginTick() -> [Delivery] {
        now += AudioFrame.duration
        var deliveries: [Delivery] = []
        for identifier in identifiers {
            guard let line = lines[identifier], line.state == .connected, let peer = line.peer else { continue }
            let sendsSound = lines[peer]?.maySend == true && !sendTone(from: peer, to: identifier)
            let talks = sendsSound && lines[peer]?.isMuted == false && lines[peer]?.isPaused == false
            deliveries.append(
                Delivery(
                    sender: sendsSound ? peer : nil, receiver: identifier, source: talks ? lines[peer]?.source : nil,
                    sink: line.hears ? line.sink : nil))
        }
        return deliveries
    }

    /// Sends a pending telephone event; returns true if it replaces the frame.
    private mutating func sendTone(from sender: Int, to receiver: Int) -> Bool {
        let frames = UInt32(truncatingIfNeeded: Int(now / AudioFrame.duration))
        guard let step = lines[sender]?.tones.next(at: frames &* UInt32(AudioFrame.sampleCount)) else { return false }
        if let finished = step.finished { lines[sender]?.send(.tonesSent(id: finished)) }
        guard let packet = step.packet else { return false }
        lines[sender]?.statistics.packetsSent += 1
        lines[receiver]?.statistics.packetsReceived += 1
        for digit in lines[receiver]?.tones.receive(packet, at: now) ?? [] {
            lines[receiver]?.send(.toneReceived(digit.digit, milliseconds: digit.milliseconds))
        }
        return true
    }

    mutating func delivered(_ delivery: Delivery, level: Double) {
        if let sender = delivery.sender {
            lines[sender]?.statistics.packetsSent += 1
            lines[sender]?.statistics.bytesSent += LoopbackPeer.frameBytes
            lines[sender]?.statistics.outboundLevel = level
        }
        guard var line = lines[delivery.receiver] else { return }
        line.statistics.inboundLevel = level
        if delivery.sender != nil, line.hears {
            line.statistics.packetsReceived += 1
            line.statistics.bytesReceived += LoopbackPeer.frameBytes
            if !line.hasHeard {
                line.hasHeard = true
                line.send(.firstAudio)
            }
        }
        lines[delivery.receiver] = line
    }

    /// Reports statistics once a second, and fails lines that were interrupted for too long.
    mutating func endTick() {
        for identifier in identifiers {
            guard var line = lines[identifier] else { continue }
            if line.state == .connected {
                line.ticksConnected += 1
                if line.ticksConnected % AudioFrame.framesPerSecond == 0 { line.report() }
            }
            if let since = line.interruptedSince, now - since > line.configuration.interruptionLimit {
                line.change(to: .failed)
            }
            lines[identifier] = line
        }
    }
}
