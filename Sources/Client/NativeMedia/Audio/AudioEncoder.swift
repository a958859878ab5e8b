import MediaEngine
import RTP

/// From frames of the media clock to payloads of the codec in use. Confined to the clock's thread.
struct AudioEncoder: ~Copyable {
    /// The largest Opus frame (RFC 6716 §3.2.1).
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

    func adapt(to plan: RateController.Plan) {
        opus?.adapt(bitsPerSecond: plan.bitsPerSecond, lossPercent: plan.expectedLossPercent)
    }

    /// Takes one frame of the clock, or for Opus two or three. Returns the count of bytes written; zero when the codec refused.
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
