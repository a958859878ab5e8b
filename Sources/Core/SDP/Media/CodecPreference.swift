/// A codec somebody wishes to come first, such as an entry of Telnyx's `preferred_codecs`.
public struct CodecPreference: Hashable, Sendable {
    /// The encoding name, such as `opus` or `PCMU`; a MIME type's `audio/` prefix is dropped.
    public var encoding: String
    /// nil means any.
    public var clockRate: UInt32?

    public init(encoding: String, clockRate: UInt32? = nil) {
        let slash = encoding.utf8.lastIndex(of: 0x2F)
        self.encoding = slash.map { String(encoding[encoding.utf8.index(after: $0)...]) } ?? encoding
        self.clockRate = clockRate
    }

    func matches(_ format: PayloadFormat) -> Bool {
        format.isNamed(encoding) && (clockRate == nil || clockRate == format.clockRate)
    }
}
