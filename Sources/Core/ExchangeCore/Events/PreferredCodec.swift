/// A codec the caller would like to be used first; the exchange passes the wish on.
public struct PreferredCodec: Hashable, Sendable {
    /// Such as `audio/opus`.
    public let mimeType: String
    /// In hertz.
    public let clockRate: Int
    /// Audio channels, where the codec has a choice.
    public let channels: Int?
    /// The codec's own parameters, as in `a=fmtp`.
    public let formatParameters: String?

    /// Describes a codec.
    public init(mimeType: String, clockRate: Int, channels: Int? = nil, formatParameters: String? = nil) {
        self.mimeType = mimeType
        self.clockRate = clockRate
        self.channels = channels
        self.formatParameters = formatParameters
    }
}
