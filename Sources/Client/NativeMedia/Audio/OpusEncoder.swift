import CNativeMedia

/// Opus at 48 kHz mono, 20, 40 or 60 ms a packet.
struct OpusEncoder: ~Copyable {
    private let handle: OpaquePointer

    init?(bitsPerSecond: Int, complexity: Int) {
        guard let handle = cm_opus_encoder_create(Int32(bitsPerSecond), Int32(complexity)) else { return nil }
        self.handle = handle
    }

    deinit { cm_opus_encoder_free(handle) }

    /// - Parameter lossPercent: what in-band error correction is made for; zero leaves it out.
    func adapt(bitsPerSecond: Int, lossPercent: Int) {
        cm_opus_encoder_adapt(handle, Int32(bitsPerSecond), Int32(min(max(lossPercent, 0), 100)))
    }

    /// Returns the count of bytes written, zero on error.
    func encode(_ frame: UnsafeBufferPointer<Int16>, into payload: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let count = cm_opus_encode(
            handle, frame.baseAddress, Int32(frame.count), payload.baseAddress, Int32(payload.count))
        return Int(max(count, 0))
    }
}
