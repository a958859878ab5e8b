import Glibc
import MediaEngine
import RTP

/// Moves the audio of one flow between sink, source, codecs and network at each tick. Isolation: the clock's thread
/// only.
final class AudioPump {
    /// The frames between two reports. One second keeps the statistics current; RFC 3550 §6.2 recommends 5 s, but
    /// WebRTC peers also send more often.
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
        // A random start spreads the reports of many connections over different frames.
        framesUntilReport = .random(in: 1...Self.reportFrames)
    }

    deinit { frame.deallocate() }

    func tick(at now: Duration, skipped: Int) {
        play(at: now)
        // The report is sent before the sound, because a full queue always drops the second of two packets.
        report(at: now)
        send(at: now, skipped: skipped)
    }

    private func play(at now: Duration) {
        while sound.count < MediaClock.frameSamples { decode(flow.play(at: now)) }
        sound.read(into: frame)
        let sink = flow.finishPlaying(level: Self.level(frame), at: now)
        sink?.receive(UnsafeBufferPointer(frame))
    }

    private func decode(_ turn: AudioFlow.PlayTurn) {
        let samples = min(max(turn.samples, MediaClock.frameSamples / 8), AudioDecoder.samplesMax)
        guard let codec = turn.codec else { return sound.appendSilence(samples) }
        if decoder?.codec != codec || turn.needsReset { decoder = AudioDecoder(codec) }
        let written: Int
        switch turn.playout {
        case .silence: written = 0
        case .conceal: written = sound.append(samples) { decoder?.conceal(into: $0) ?? 0 }
        case .comfort: written = sound.append(samples) { decoder?.comfort(into: $0) ?? 0 }
        case .recover(let packet):
            written = packet.payload.withUnsafeBufferPointer { bytes in
                sound.append(samples) { decoder?.recover(from: bytes, into: $0) ?? 0 }
            }
        case .packet(let packet):
            written = packet.content == .comfortNoise ? playNoise(packet, samples) : play(packet, at: turn.pace)
            // While our sound is paused, the peer sends silence only.
            if written > 0, !hasHeard, !turn.isPaused {
                hasHeard = true
                flow.outlet.send(.firstAudio)
            }
        }
        if written == 0 { sound.appendSilence(samples) }
    }

    private func playNoise(_ packet: JitterBuffer.Packet, _ samples: Int) -> Int {
        packet.payload.withUnsafeBufferPointer { decoder?.follow($0) }
        return sound.append(samples) { decoder?.comfort(into: $0) ?? 0 }
    }

    /// Decodes a payload; returns the number of samples written, 0 if the payload is malformed.
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
            // A muted source still has to be drained.
            turn.source?.fill(frame)
            if turn.isMuted { frame.update(repeating: 0) }
            if turn.isSuppressed {
                packer.drop()
            } else if let packet = packer.pack(frame, turn, at: now) {
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

    /// The root mean square, 0…1.
    private static func level(_ frame: UnsafeMutableBufferPointer<Int16>) -> Double {
        var sum: Int64 = 0
        for sample in frame { sum &+= Int64(Int32(sample) &* Int32(sample)) }
        return (Double(sum) / Double(frame.count)).squareRoot() / 32_768
    }
}

/// A queue of decoded sound, because packets may be shorter or longer than a frame.
struct SoundQueue {
    /// One sample less than a frame, and the longest packet.
    private static let capacity = MediaClock.frameSamples + AudioDecoder.samplesMax

    private var samples = [Int16](repeating: 0, count: capacity)
    private(set) var count = 0

    /// Lets `body` write up to `room` samples; returns the number of samples written.
    mutating func append(_ room: Int, _ body: (UnsafeMutableBufferPointer<Int16>) -> Int) -> Int {
        let start = count
        let written = samples.withUnsafeMutableBufferPointer { all in
            let end = min(start + room, all.count)
            return min(body(UnsafeMutableBufferPointer(rebasing: all[start..<end])), end - start)
        }
        count += written
        return written
    }

    mutating func appendSilence(_ samples: Int) {
        _ = append(samples) { room in
            room.update(repeating: 0)
            return room.count
        }
    }

    /// Removes one frame; missing samples are silent.
    mutating func read(into frame: UnsafeMutableBufferPointer<Int16>) {
        let taken = min(count, frame.count)
        let rest = count - taken
        samples.withUnsafeMutableBufferPointer { all in
            for index in 0..<taken { frame[index] = all[index] }
            for index in taken..<frame.count { frame[index] = 0 }
            for index in 0..<rest { all[index] = all[taken + index] }
        }
        count = rest
    }
}
