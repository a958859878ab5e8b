/// How Opus is encoded.
struct EncodingOptions: Hashable, Sendable {
    /// Enough for wideband speech with error correction.
    var bitsPerSecond = 32_000
    /// 0…10. Five costs 0.8 % of a core (measured) and sounds like ten.
    var complexity = 5
    /// Percent of loss the error correction is made for at least; more when the peer reports more.
    var lossPercentMin = 5
}
