/// What a receiver says of one source it hears.
///
/// Source: RFC 3550 §6.4.1.
public struct ReportBlock: Hashable, Sendable {
    static let byteCount = 24
    /// The cumulative loss is a signed 24-bit number.
    public static let lostRange: ClosedRange<Int32> = -0x80_0000...0x7F_FFFF

    /// The source reported on (SSRC).
    public var source: UInt32
    /// Lost since the previous report, in 1/256.
    public var fractionLost: UInt8
    /// Lost since the beginning; negative when duplicates outnumber losses. Cut to `lostRange` when written.
    public var cumulativeLost: Int32
    /// Highest sequence number received, with the number of wraps in the upper half.
    public var highestSequenceNumber: UInt32
    /// Interarrival jitter in ticks of the source's clock.
    public var jitter: UInt32
    /// Middle 32 bits of the last sender report's time; zero when none came.
    public var lastSenderReport: UInt32
    /// From that report's arrival to this block, in 1/65536 s.
    public var delaySinceLastSenderReport: UInt32

    public init(
        source: UInt32, fractionLost: UInt8 = 0, cumulativeLost: Int32 = 0, highestSequenceNumber: UInt32 = 0,
        jitter: UInt32 = 0, lastSenderReport: UInt32 = 0, delaySinceLastSenderReport: UInt32 = 0
    ) {
        self.source = source
        self.fractionLost = fractionLost
        self.cumulativeLost = cumulativeLost
        self.highestSequenceNumber = highestSequenceNumber
        self.jitter = jitter
        self.lastSenderReport = lastSenderReport
        self.delaySinceLastSenderReport = delaySinceLastSenderReport
    }

    /// The caller has checked that 24 bytes are there.
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        source = bytes.uint32(at: offset)
        let loss = bytes.uint32(at: offset + 4)
        fractionLost = UInt8(loss >> 24)
        cumulativeLost = Int32(bitPattern: loss << 8) >> 8
        highestSequenceNumber = bytes.uint32(at: offset + 8)
        jitter = bytes.uint32(at: offset + 12)
        lastSenderReport = bytes.uint32(at: offset + 16)
        delaySinceLastSenderReport = bytes.uint32(at: offset + 20)
    }

    func write(to bytes: inout [UInt8]) {
        let lost = min(max(cumulativeLost, Self.lostRange.lowerBound), Self.lostRange.upperBound)
        bytes.append32(source)
        bytes.append32(UInt32(fractionLost) << 24 | UInt32(bitPattern: lost) & 0xFF_FFFF)
        bytes.append32(highestSequenceNumber)
        bytes.append32(jitter)
        bytes.append32(lastSenderReport)
        bytes.append32(delaySinceLastSenderReport)
    }
}
