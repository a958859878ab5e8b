import CNativeMedia

/// Opus to 48 kHz mono.
struct OpusDecoder: ~Copyable {
    enum Use {
        case packet
        /// The frame before this packet, out of its error correction.
        case recovery
    }

    private let handle: OpaquePointer

    init?() {
        guard let handle = cm_opus_decoder_create() else { return nil }
        self.handle = handle
    }

    deinit { cm_opus_decoder_free(handle) }

    /// Returns the count of samples written, zero when the payload is not Opus.
    func decode(_ payload: UnsafeBufferPointer<UInt8>, as use: Use, into frame: UnsafeMutableBufferPointer<Int16>)
        -> Int
    {
        let count = cm_opus_decode(
            handle, payload.baseAddress, Int32(payload.count), frame.baseAddress, Int32(frame.count), use == .recovery)
        return Int(max(count, 0))
    }

    /// Makes up `frame` from what was heard last.
    func conceal(into frame: UnsafeMutableBufferPointer<Int16>) -> Int {
        Int(max(cm_opus_decode(handle, nil, 0, frame.baseAddress, Int32(frame.count), false), 0))
    }
}
