import CNativeMedia
import MediaEngine
import RTP

/// Decodes payloads of one codec to sound at 48 kHz. Isolation: the clock's thread only.
struct AudioDecoder: ~Copyable {
    /// The samples of the longest packet, 120 ms (RFC 6716 §2.1.4; the jitter buffer's limit for G.711).
    static let samplesMax = 5760

    let codec: AudioCodec
    private var opus: OpusDecoder?
    private var interpolator = NarrowbandInterpolator()
    /// The last 20 ms of G.711, which replace missing packets.
    private var last = [Int16](repeating: 0, count: 160)
    /// The noise of the peer's pauses. Its beginning need not differ between calls.
    private var noise = ComfortNoise(seed: 1)

    init(_ codec: AudioCodec) {
        self.codec = codec
        if codec == .opus { opus = OpusDecoder() }
    }

    /// Decodes a payload; returns the number of samples written, 0 if the payload is malformed.
    mutating func decode(_ payload: UnsafeBufferPointer<UInt8>, into sound: UnsafeMutableBufferPointer<Int16>) -> Int {
        guard codec != .opus else { return opus?.decode(payload, as: .packet, into: sound) ?? 0 }
        let law: G711.Law = codec == .pcmu ? .mu : .a
        let count = min(payload.count, sound.count / NarrowbandFilter.factor)
        for index in 0..<count {
            let sample = G711.decode(payload[index], law)
            last[index % last.count] = sample
            write(sample, at: index, into: sound)
        }
        return count * NarrowbandFilter.factor
    }

    /// Takes a description of the noise in a pause of G.711; one that cannot be read changes nothing.
    mutating func follow(_ description: UnsafeBufferPointer<UInt8>) {
        let bytes = UnsafeRawBufferPointer(description)
        if let description = NoiseDescription(parsing: bytes) { noise.follow(description) }
    }

    /// Fills `sound` with the noise of a pause. Opus has learned it from the last packets.
    mutating func comfort(into sound: UnsafeMutableBufferPointer<Int16>) -> Int {
        guard codec != .opus else { return conceal(into: sound) }
        let count = sound.count / NarrowbandFilter.factor
        for index in 0..<count {
            let sample = noise.next()
            last[index % last.count] = sample
            write(sample, at: index, into: sound)
        }
        return count * NarrowbandFilter.factor
    }

    /// Fills `sound` from the error correction in the packet after the lost one.
    mutating func recover(
        from payload: UnsafeBufferPointer<UInt8>, into sound: UnsafeMutableBufferPointer<Int16>
    ) -> Int {
        guard codec != .opus else { return opus?.decode(payload, as: .recovery, into: sound) ?? 0 }
        return conceal(into: sound)
    }

    /// Fills `sound` by concealment; G.711 repeats its last frame at half the amplitude each time.
    mutating func conceal(into sound: UnsafeMutableBufferPointer<Int16>) -> Int {
        guard codec != .opus else { return opus?.conceal(into: sound) ?? 0 }
        let count = sound.count / NarrowbandFilter.factor
        for index in 0..<count {
            let place = index % last.count
            last[place] /= 2
            write(last[place], at: index, into: sound)
        }
        return count * NarrowbandFilter.factor
    }

    private mutating func write(_ sample: Int16, at index: Int, into sound: UnsafeMutableBufferPointer<Int16>) {
        guard let start = sound.baseAddress else { return }
        interpolator.process(sample, into: start + index * NarrowbandFilter.factor)
    }
}

/// An Opus decoder for 48 kHz mono.
struct OpusDecoder: ~Copyable {
    enum Use {
        case packet
        /// Decode the frame before this packet from its error correction.
        case recovery
    }

    private let handle: OpaquePointer

    init?() {
        guard let handle = cm_opus_decoder_create() else { return nil }
        self.handle = handle
    }

    deinit { cm_opus_decoder_free(handle) }

    /// Decodes a payload; returns the number of samples written, 0 if the payload is not Opus.
    func decode(_ payload: UnsafeBufferPointer<UInt8>, as use: Use, into frame: UnsafeMutableBufferPointer<Int16>)
        -> Int
    {
        let count = cm_opus_decode(
            handle, payload.baseAddress, Int32(payload.count), frame.baseAddress, Int32(frame.count), use == .recovery)
        return Int(max(count, 0))
    }

    /// Fills `frame` by concealment; returns the number of samples written.
    func conceal(into frame: UnsafeMutableBufferPointer<Int16>) -> Int {
        Int(max(cm_opus_decode(handle, nil, 0, frame.baseAddress, Int32(frame.count), false), 0))
    }
}
