import MediaEngine
import RTP

/// Makes payloads from frames: it gathers the frames of a packet, encodes them, and adds copies of earlier packets.
/// Isolation: the clock's thread only.
struct SoundPacker: ~Copyable {
    enum Content: Hashable { case sound, redundantSound, comfortNoise }

    /// The header values of a packet. Its payload is available by `withPayload` until the next frame.
    struct Packet {
        /// The RTP timestamp of its first frame.
        var timestamp: UInt32
        var content: Content
        /// Whether it is the first after packets of silence that were left out.
        var endsPause: Bool
        fileprivate var byteCount: Int
    }

    private static let framesMax = 3

    private let encoding: EncodingOptions
    private var encoder: AudioEncoder?
    private var codec: AudioCodec?
    private var plan: RateController.Plan?
    private var omitsSilence = false
    /// Whether the packets of a silence are being left out.
    private var isPausing = false
    private var describer = PauseDescriber()
    private let frames = UnsafeMutableBufferPointer<Int16>.allocate(capacity: framesMax * MediaClock.frameSamples)
    private let payload = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: AudioEncoder.payloadByteCountMax)
    private var gathered = 0
    private var timestamp: UInt32 = 0
    private var redundancy = RedundancyWriter()
    private var redundant: [UInt8] = []

    init(_ encoding: EncodingOptions) {
        self.encoding = encoding
        frames.initialize(repeating: 0)
        payload.initialize(repeating: 0)
    }

    deinit {
        frames.deallocate()
        payload.deallocate()
    }

    /// Drops the gathered frames, because sending is not allowed now.
    mutating func drop() { gathered = 0 }

    /// Takes a frame; returns a packet when it is full.
    mutating func pack(
        _ frame: UnsafeMutableBufferPointer<Int16>, _ turn: AudioFlow.AudioTurn, at now: Duration
    ) -> Packet? {
        if gathered == 0 || codec != turn.send.codec {
            // Frames gathered for another codec are dropped, because they would be sent with this codec's payload type.
            gathered = 0
            prepare(turn)
            timestamp = turn.timestamp
        }
        for index in frame.indices { frames[gathered * MediaClock.frameSamples + index] = frame[index] }
        gathered += 1
        guard gathered >= plan?.framesPerPacket ?? 1 else { return nil }
        let sound = UnsafeBufferPointer(rebasing: frames[..<(gathered * MediaClock.frameSamples)])
        let ticks = UInt32(gathered) * turn.send.clockRate / RTPPacketizer.framesPerSecond
        gathered = 0
        let count = encoder?.encode(sound, into: payload) ?? 0
        guard count > 0 else { return nil }
        if turn.describesSilence { return describe(count, turn, at: now) }
        let wasPausing = isPausing
        isPausing = omitsSilence && count <= JitterBuffer.pausePayloadMax
        // The first packet of a pause is sent, so that the receiver does not take the pause for loss.
        guard !isPausing || !wasPausing else { return nil }
        return Packet(
            timestamp: timestamp, content: repeatEarlier(count, turn, ticks: ticks) ? .redundantSound : .sound,
            endsPause: wasPausing && !isPausing, byteCount: count)
    }

    /// Puts a description in the place of silence. Only G.711 has it, so there are no copies.
    private mutating func describe(_ count: Int, _ turn: AudioFlow.AudioTurn, at now: Duration) -> Packet? {
        let share = encoder?.withNarrowSound { describer.share(of: $0, isHeld: turn.isHeld, at: now) }
        switch share ?? .sound {
        case .sound: return Packet(timestamp: timestamp, content: .sound, endsPause: false, byteCount: count)
        case .nothing: return nil
        case .description(let noise):
            var bytes: [UInt8] = []
            noise.write(into: &bytes)
            _ = payload.update(fromContentsOf: bytes)
            return Packet(timestamp: timestamp, content: .comfortNoise, endsPause: false, byteCount: bytes.count)
        }
    }

    func withPayload(of packet: Packet, _ body: (UnsafeRawBufferPointer) -> Void) {
        if packet.content == .redundantSound { return redundant.withUnsafeBytes(body) }
        body(UnsafeRawBufferPointer(start: payload.baseAddress, count: packet.byteCount))
    }

    /// Adds copies of earlier packets; returns whether it did.
    private mutating func repeatEarlier(_ count: Int, _ turn: AudioFlow.AudioTurn, ticks: UInt32) -> Bool {
        guard turn.takesCopies else { return false }
        let encoded = UnsafeRawBufferPointer(start: payload.baseAddress, count: count)
        guard turn.plan.copies > 0 else {
            redundancy.note(encoded, timestamp: timestamp)
            return false
        }
        redundancy.write(
            encoded, payloadType: turn.send.payloadType, timestamp: timestamp, ticks: ticks, copies: turn.plan.copies,
            isFarApart: turn.plan.isFarApart, into: &redundant)
        return true
    }

    private mutating func prepare(_ turn: AudioFlow.AudioTurn) {
        if codec != turn.send.codec {
            codec = turn.send.codec
            encoder = AudioEncoder(
                turn.send.codec, bitsPerSecond: turn.plan.bitsPerSecond, complexity: encoding.complexity)
            (plan, isPausing, describer) = (nil, false, PauseDescriber())
        }
        guard plan != turn.plan || omitsSilence != turn.omitsSilence else { return }
        (plan, omitsSilence) = (turn.plan, turn.omitsSilence)
        encoder?.adapt(to: turn.plan, omitsSilence: omitsSilence)
    }
}
