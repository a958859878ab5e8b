import Glibc
import MediaEngine
import RTP

/// The codecs and buffers of one flow. Confined to the clock's thread.
final class AudioPump {
    /// A second between reports keeps the statistics alive; RFC 3550 §6.2 wants 5 s, WebRTC peers send oftener too.
    private static let reportFrames = 50

    let flow: AudioFlow
    private var packer: SoundPacker
    private var decoder: AudioDecoder?
    private var sound: SoundQueue
    private let frame = UnsafeMutableBufferPointer<Int16>.allocate(capacity: MediaClock.frameSamples)
    private var datagram: [UInt8] = []
    private var framesUntilReport: Int
    private var packetsAtReport: UInt64 = 0
    private var hasHeard = false

    init(_ flow: AudioFlow, _ encoding: EncodingOptions) {
        self.flow = flow
        packer = SoundPacker(encoding)
        sound = SoundQueue()
        frame.initialize(repeating: 0)
        datagram.reserveCapacity(RTPPacket.byteCountMax + SrtpSession.trailerByteCount)
        // Reports of many connections should not all fall into the same frame.
        framesUntilReport = .random(in: 1...Self.reportFrames)
    }

    deinit { frame.deallocate() }

    func tick(at now: Duration, skipped: Int) {
        play(at: now)
        // Before the sound: where a queue is full, the second of two packets is the one that is lost, each time.
        report(at: now)
        send(at: now, skipped: skipped)
    }

    private func play(at now: Duration) {
        while sound.count < MediaClock.frameSamples { decode(flow.play(at: now)) }
        sound.take(into: frame)
        let sink = flow.finishPlaying(level: Self.level(frame), at: now)
        sink?.take(UnsafeBufferPointer(frame))
    }

    private func decode(_ turn: AudioFlow.PlayTurn) {
        let samples = min(max(turn.samples, MediaClock.frameSamples / 8), AudioDecoder.samplesMax)
        guard let codec = turn.codec else { return sound.appendSilence(samples) }
        if decoder?.codec != codec || turn.needsReset { decoder = AudioDecoder(codec) }
        let written: Int
        switch turn.playout {
        case .silence: written = 0
        case .conceal: written = sound.append(samples) { decoder?.conceal(into: $0) ?? 0 }
        case .recover(let packet):
            written = packet.payload.withUnsafeBufferPointer { bytes in
                sound.append(samples) { decoder?.recover(from: bytes, into: $0) ?? 0 }
            }
        case .packet(let packet):
            written = play(packet, at: turn.pace)
            if written > 0, !hasHeard {
                hasHeard = true
                flow.outlet.send(.firstAudio)
            }
        }
        if written == 0 { sound.appendSilence(samples) }
    }

    /// Returns the count of samples written, zero when the payload is malformed.
    private func play(_ packet: JitterBuffer.Packet, at pace: JitterBuffer.Pace) -> Int {
        var change = 0
        let written = packet.payload.withUnsafeBufferPointer { bytes in
            sound.append(AudioDecoder.samplesMax) { room in
                let count = decoder?.decode(bytes, into: room) ?? 0
                change = TimeStretcher.change(room, count: count, pace: pace)
                return count - change
            }
        }
        if change != 0 { flow.played(shorterBy: change) }
        return written
    }

    private func send(at now: Duration, skipped: Int) {
        datagram.removeAll(keepingCapacity: true)
        if let turn = flow.beginSending(at: now, skipped: skipped, into: &datagram) {
            frame.update(repeating: 0)
            // A muted microphone still has to be emptied.
            turn.source?.fill(frame)
            if turn.isMuted { frame.update(repeating: 0) }
            if let packet = packer.take(frame, turn) {
                let level = Self.level(frame)
                packer.withPayload(of: packet) { payload in
                    flow.finishSending(packet, payload, codec: turn.send.codec, level: level, at: now, into: &datagram)
                }
            }
        } else {
            packer.drop()
        }
        sendDatagram()
    }

    private func report(at now: Duration) {
        framesUntilReport -= 1
        guard framesUntilReport <= 0 else { return }
        framesUntilReport = Self.reportFrames
        packetsAtReport = flow.writeReport(at: now, sentSince: packetsAtReport, into: &datagram)
        sendDatagram()
    }

    private func sendDatagram() {
        guard !datagram.isEmpty else { return }
        _ = datagram.withUnsafeBufferPointer { flow.transport()?.send($0) }
    }

    /// Root mean square, 0…1.
    private static func level(_ frame: UnsafeMutableBufferPointer<Int16>) -> Double {
        var sum: Int64 = 0
        for sample in frame { sum &+= Int64(Int32(sample) &* Int32(sample)) }
        return (Double(sum) / Double(frame.count)).squareRoot() / 32_768
    }
}
