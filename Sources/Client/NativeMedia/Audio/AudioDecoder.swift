import MediaEngine
import RTP

/// From payloads of one codec to 48 kHz sound. Confined to the clock's thread.
struct AudioDecoder: ~Copyable {
    /// 120 ms, the longest packet (RFC 6716 §2.1.4, and what the jitter buffer takes for G.711).
    static let samplesMax = 5760

    let codec: AudioCodec
    private var opus: OpusDecoder?
    private var interpolator = NarrowbandInterpolator()
    /// The last 20 ms of G.711, to repeat where something is missing.
    private var last = [Int16](repeating: 0, count: 160)

    init(_ codec: AudioCodec) {
        self.codec = codec
        if codec == .opus { opus = OpusDecoder() }
    }

    /// Returns the count of samples written, zero when the payload is malformed.
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

    /// Fills `sound` from the error correction in the packet that follows the lost one.
    mutating func recover(
        from payload: UnsafeBufferPointer<UInt8>, into sound: UnsafeMutableBufferPointer<Int16>
    ) -> Int {
        guard codec != .opus else { return opus?.decode(payload, as: .recovery, into: sound) ?? 0 }
        return conceal(into: sound)
    }

    /// Fills `sound` from what was heard last; G.711 repeats its last frame, half as loud each time.
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
