import Glibc
import MediaEngine
import RTP

/// The codecs and buffers of one flow. Confined to the clock's thread.
final class AudioPump {
    /// A second between reports keeps the statistics alive; RFC 3550 §6.2 wants 5 s, WebRTC peers send oftener too.
    private static let reportFrames = 50

    let flow: AudioFlow
    private let encoding: EncodingOptions
    private var encoder: AudioEncoder?
    private var encoderKey: (codec: AudioCodec, bitRate: Int)?
    private var decoder: AudioDecoder?
    private var sound: SoundQueue
    private let frame = UnsafeMutableBufferPointer<Int16>.allocate(capacity: MediaClock.frameSamples)
    private let payload = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: AudioEncoder.payloadByteCountMax)
    private var datagram: [UInt8] = []
    private var framesUntilReport: Int
    private var packetsAtReport: UInt64 = 0
    private var hasHeard = false

    init(_ flow: AudioFlow, _ encoding: EncodingOptions) {
        self.flow = flow
        self.encoding = encoding
        sound = SoundQueue()
        frame.initialize(repeating: 0)
        payload.initialize(repeating: 0)
        datagram.reserveCapacity(RTPPacket.byteCountMax + SrtpSession.trailerByteCount)
        // Reports of many connections should not all fall into the same frame.
        framesUntilReport = .random(in: 1...Self.reportFrames)
    }

    deinit {
        frame.deallocate()
        payload.deallocate()
    }

    func tick(at now: Duration, skipped: Int) {
        play(at: now)
        send(at: now, skipped: skipped)
        report(at: now)
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
            written = packet.payload.withUnsafeBufferPointer { bytes in
                sound.append(AudioDecoder.samplesMax) { decoder?.decode(bytes, into: $0) ?? 0 }
            }
            if written > 0, !hasHeard {
                hasHeard = true
                flow.outlet.send(.firstAudio)
            }
        }
        if written == 0 { sound.appendSilence(samples) }
    }

    private func send(at now: Duration, skipped: Int) {
        datagram.removeAll(keepingCapacity: true)
        let turn = flow.beginSending(at: now, skipped: skipped, into: &datagram)
        if case .audio(let codec, let bitRateMax, let source, let isMuted) = turn {
            frame.update(repeating: 0)
            // A muted microphone still has to be emptied.
            source?.fill(frame)
            if isMuted { frame.update(repeating: 0) }
            prepareEncoder(codec, bitRateMax)
            let count = encoder?.encode(UnsafeBufferPointer(frame), into: payload) ?? 0
            if count > 0 {
                let bytes = UnsafeRawBufferPointer(start: payload.baseAddress, count: count)
                flow.finishSending(bytes, codec: codec, level: Self.level(frame), at: now, into: &datagram)
            }
        }
        sendDatagram()
    }

    private func prepareEncoder(_ codec: AudioCodec, _ bitRateMax: Int?) {
        let bitRate = max(min(encoding.bitsPerSecond, bitRateMax ?? .max), 6000)
        if let encoderKey, encoderKey == (codec, bitRate) { return }
        encoderKey = (codec, bitRate)
        encoder = AudioEncoder(codec, bitsPerSecond: bitRate, complexity: encoding.complexity)
        encoder?.expectLoss(percent: encoding.lossPercentMin)
    }

    private func report(at now: Duration) {
        framesUntilReport -= 1
        guard framesUntilReport <= 0 else { return }
        framesUntilReport = Self.reportFrames
        packetsAtReport = flow.writeReport(at: now, sentSince: packetsAtReport, into: &datagram)
        encoder?.expectLoss(percent: max(encoding.lossPercentMin, Int(flow.lossSeenByPeer.rounded())))
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
