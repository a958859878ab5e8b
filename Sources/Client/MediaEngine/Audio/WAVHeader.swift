/// The 44 bytes in front of 16-bit mono PCM.
enum WAVHeader {
    static let byteCount = 44
    /// Sizes are 32 bits wide, and cover 36 bytes of the header.
    static let dataBytesMax = Int(UInt32.max) - 36

    static func bytes(sampleRate: Int, dataBytes: Int) -> [UInt8] {
        let size = UInt32(min(dataBytes, dataBytesMax))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        bytes.append(contentsOf: "RIFF".utf8)
        append(size + 36, to: &bytes)
        bytes.append(contentsOf: "WAVEfmt ".utf8)
        append(16, to: &bytes)
        // PCM, one channel.
        bytes.append(contentsOf: [1, 0, 1, 0])
        append(UInt32(sampleRate), to: &bytes)
        append(UInt32(sampleRate * 2), to: &bytes)
        // Two bytes a frame, 16 bits a sample.
        bytes.append(contentsOf: [2, 0, 16, 0])
        bytes.append(contentsOf: "data".utf8)
        append(size, to: &bytes)
        return bytes
    }

    private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
    }
}
