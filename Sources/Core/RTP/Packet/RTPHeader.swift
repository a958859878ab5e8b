/// The fields of an RTP header that every packet has.
///
/// Source: RFC 3550 §5.1.
public struct RTPHeader: Hashable, Sendable {
    /// Bytes of a header without contributing sources and extension.
    public static let fixedByteCount = 12

    /// 0…127; the eighth bit is cut when written.
    public var payloadType: UInt8
    /// For audio: the first packet after a silence; for telephone events: the first packet of an event.
    public var marker: Bool
    public var sequenceNumber: UInt16
    /// In ticks of the payload's clock.
    public var timestamp: UInt32
    /// The synchronisation source (SSRC).
    public var source: UInt32

    public init(payloadType: UInt8, marker: Bool = false, sequenceNumber: UInt16, timestamp: UInt32, source: UInt32) {
        self.payloadType = payloadType
        self.marker = marker
        self.sequenceNumber = sequenceNumber
        self.timestamp = timestamp
        self.source = source
    }
}
