/// The canonical name (CNAME) of a source. Other items are skipped when read.
public struct SourceDescription: Hashable, Sendable {
    public var source: UInt32
    /// At most 255 bytes of UTF-8; empty when a packet held none.
    public var canonicalName: String

    public init(source: UInt32, canonicalName: String) {
        self.source = source
        self.canonicalName = canonicalName
    }
}
