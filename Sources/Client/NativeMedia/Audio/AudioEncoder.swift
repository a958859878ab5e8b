import CNativeMedia
import MediaEngine
import RTP

/// Encodes frames of the media clock to payloads of one codec. Isolation: the clock's thread only.
struct AudioEncoder: ~Copyable {
    /// The bytes of the largest Opus frame (RFC 6716 §3.2.1).
    static let payloadByteCountMax = 1275

    private let codec: AudioCodec
    private var opus: OpusEncoder?
    private var decimator: NarrowbandDecimator?
    private var narrow: [Int16] = []

    init(_ codec: AudioCodec, bitsPerSecond: Int, complexity: Int) {
        self.codec = codec
        if codec == .opus {
            opus = OpusEncoder(bitsPerSecond: bitsPerSecond, complexity: complexity)
        } else {
            decimator = NarrowbandDecimator()
            narrow = [Int16](repeating: 0, count: MediaClock.frameSamples / NarrowbandFilter.factor)
        }
    }

    func adapt(to plan: RateController.Plan, omitsSilence: Bool) {
        opus?.adapt(
            bitsPerSecond: plan.bitsPerSecond, lossPercent: plan.expectedLossPercent, omitsSilence: omitsSilence)
    }

    /// Gives the last frame as it was before G.711 coded it, at 8 kHz; empty for Opus.
    func withNarrowSound<Result>(_ body: (UnsafeBufferPointer<Int16>) -> Result) -> Result {
        narrow.withUnsafeBufferPointer(body)
    }

    /// Encodes one frame of the clock, or up to three for Opus; returns the number of bytes written, 0 if the codec
    /// failed.
    mutating func encode(
        _ frame: UnsafeBufferPointer<Int16>, into payload: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        guard codec != .opus else { return opus?.encode(frame, into: payload) ?? 0 }
        let law: G711.Law = codec == .pcmu ? .mu : .a
        return narrow.withUnsafeMutableBufferPointer { narrow in
            decimator?.process(frame, into: narrow)
            return G711.encode(UnsafeBufferPointer(narrow), law, into: UnsafeMutableRawBufferPointer(payload))
        }
    }
}

/// An Opus encoder for 48 kHz mono with packets of 20, 40 or 60 ms.
struct OpusEncoder: ~Copyable {
    private let handle: OpaquePointer

    init?(bitsPerSecond: Int, complexity: Int) {
        guard let handle = cm_opus_encoder_create(Int32(bitsPerSecond), Int32(complexity)) else { return nil }
        self.handle = handle
    }

    deinit { cm_opus_encoder_free(handle) }

    /// - Parameters:
    ///   - lossPercent: the loss that in-band error correction is made for; 0 disables it.
    ///   - omitsSilence: whether a packet of silence has no frame, and need not be sent (DTX).
    func adapt(bitsPerSecond: Int, lossPercent: Int, omitsSilence: Bool) {
        cm_opus_encoder_adapt(handle, Int32(bitsPerSecond), Int32(min(max(lossPercent, 0), 100)), omitsSilence)
    }

    /// Encodes a frame; returns the number of bytes written, 0 on error.
    func encode(_ frame: UnsafeBufferPointer<Int16>, into payload: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let count = cm_opus_encode(
            handle, frame.baseAddress, Int32(frame.count), payload.baseAddress, Int32(payload.count))
        return Int(max(count, 0))
    }
}

/// The encoder settings of Opus on a network without limits.
struct EncodingOptions: Hashable, Sendable {
    /// The bit rate in bits per second. Clean speech scored 4.1 at 32 kbit/s, 4.3 at 40 and 4.4 at 48, for the same
    /// processor time (PESQ).
    var bitsPerSecond = 40_000
    /// The complexity, 0…10. Five costs 0.8 % of a core; six costs a quarter more and scores 0.1 to 0.25 better, the more
    /// the fewer bits there are.
    var complexity = 5
}
