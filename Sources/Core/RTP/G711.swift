/// G.711 µ-law and A-law, bit for bit as ITU-T G.191 has them (`ulaw_compress`, `alaw_compress` and their inverses).
///
/// Samples are 16-bit linear PCM. µ-law uses the upper 14 bits, A-law the upper 13. Negative samples are taken as
/// one's complement; implementations derived from other sources differ there by one step.
/// Source: ITU-T G.711 tables 1a–2b; ITU-T G.191 module g711.
public enum G711 {
    /// The law: µ-law in North America and Japan, A-law elsewhere.
    public enum Law: String, Hashable, Sendable { case mu, a }

    /// The clock rate in hertz.
    public static let clockRate: UInt32 = 8000

    /// Compresses a sample to eight bits.
    public static func encode(_ sample: Int16, _ law: Law) -> UInt8 {
        switch law {
        case .mu: encodeMu(sample)
        case .a: encodeA(sample)
        }
    }

    /// Expands eight bits to a sample.
    public static func decode(_ code: UInt8, _ law: Law) -> Int16 {
        switch law {
        case .mu: decodeMu(code)
        case .a: decodeA(code)
        }
    }

    /// Encodes as many samples as both buffers hold.
    ///
    /// - Returns: their number.
    @discardableResult
    public static func encode(
        _ samples: UnsafeBufferPointer<Int16>, _ law: Law, into codes: UnsafeMutableRawBufferPointer
    ) -> Int {
        let count = min(samples.count, codes.count)
        for index in 0..<count { codes[index] = encode(samples[index], law) }
        return count
    }

    /// Decodes as many codes as both buffers hold.
    ///
    /// - Returns: their number.
    @discardableResult
    public static func decode(
        _ codes: UnsafeRawBufferPointer, _ law: Law, into samples: UnsafeMutableBufferPointer<Int16>
    ) -> Int {
        let count = min(samples.count, codes.count)
        for index in 0..<count { samples[index] = decode(codes[index], law) }
        return count
    }

    /// The difference between the decision values of the two laws, in 14-bit steps.
    private static let muBias: Int32 = 33

    private static func magnitude(_ sample: Int16) -> Int32 {
        Int32(sample < 0 ? ~sample : sample)
    }

    private static func encodeMu(_ sample: Int16) -> UInt8 {
        let biased = min((magnitude(sample) >> 2) + muBias, 0x1FFF)
        let segment = Int32.bitWidth - (biased >> 6).leadingZeroBitCount + 1
        let step = (biased >> Int32(segment)) & 0x0F
        let code = UInt8((8 - segment) << 4) | UInt8(0x0F - step)
        return sample >= 0 ? code | 0x80 : code
    }

    private static func decodeMu(_ code: UInt8) -> Int16 {
        let inverted = Int32(~code)
        let exponent = (inverted >> 4) & 7
        let step = Int32(8) << exponent
        let magnitude = (Int32(0x80) << exponent) + step * (inverted & 0x0F) + step / 2 - 4 * muBias
        return Int16(code & 0x80 == 0 ? -magnitude : magnitude)
    }

    private static func encodeA(_ sample: Int16) -> UInt8 {
        var value = magnitude(sample) >> 4
        if value > 15 {
            let exponent = Int32(Int32.bitWidth - value.leadingZeroBitCount - 4)
            value = ((value >> (exponent - 1)) - 16) + (exponent << 4)
        }
        return UInt8(sample >= 0 ? value | 0x80 : value) ^ 0x55
    }

    private static func decodeA(_ code: UInt8) -> Int16 {
        let value = Int32((code ^ 0x55) & 0x7F)
        let exponent = value >> 4
        var magnitude = (((exponent > 0 ? 16 : 0) + (value & 0x0F)) << 4) + 8
        if exponent > 1 { magnitude <<= exponent - 1 }
        return Int16(code & 0x80 == 0 ? -magnitude : magnitude)
    }
}
