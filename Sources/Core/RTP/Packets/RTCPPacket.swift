/// An RTCP packet of a known type.
///
/// Source: RFC 3550 §6.4–§6.6.
public enum RTCPPacket: Hashable, Sendable {
    case senderReport(SenderReport)
    case receiverReport(ReceiverReport)
    case sourceDescription(SourceDescription)
    case goodbye(RTCPBye)
}

/// A sender's report on its own stream and on those it receives.
public struct SenderReport: Hashable, Sendable {
    /// The synchronization source (SSRC) of the sender.
    public var source: UInt32
    /// When the report was made, by the sender's clock.
    public var time: NetworkTime
    /// The same instant as `time`, on the stream's clock.
    public var timestamp: UInt32
    /// The packets sent since the stream began; it wraps.
    public var packetCount: UInt32
    /// The payload bytes sent, without headers and padding.
    public var octetCount: UInt32
    /// At most `RTCPCompound.reportCountMax`.
    public var reports: [ReportBlock]

    public init(
        source: UInt32, time: NetworkTime, timestamp: UInt32, packetCount: UInt32, octetCount: UInt32,
        reports: [ReportBlock] = []
    ) {
        self.source = source
        self.time = time
        self.timestamp = timestamp
        self.packetCount = packetCount
        self.octetCount = octetCount
        self.reports = reports
    }
}

/// The report of a participant that sends no stream on those it receives.
public struct ReceiverReport: Hashable, Sendable {
    /// The synchronization source (SSRC) of the participant.
    public var source: UInt32
    /// At most `RTCPCompound.reportCountMax`.
    public var reports: [ReportBlock]

    public init(source: UInt32, reports: [ReportBlock] = []) {
        self.source = source
        self.reports = reports
    }
}

/// A receiver's report on one source.
///
/// Source: RFC 3550 §6.4.1.
public struct ReportBlock: Hashable, Sendable {
    static let byteCount = 24
    /// The range of the cumulative loss, a signed 24-bit number.
    public static let lostRange: ClosedRange<Int32> = -0x80_0000...0x7F_FFFF

    /// The reported source (SSRC).
    public var source: UInt32
    /// The share of packets lost since the previous report, in 1/256.
    public var fractionLost: UInt8
    /// The packets lost since the beginning; negative when duplicates outnumber losses. Cut to `lostRange` when
    /// written.
    public var cumulativeLost: Int32
    /// The highest sequence number received, with the number of wraps in the upper half.
    public var highestSequenceNumber: UInt32
    /// The interarrival jitter in ticks of the source's clock.
    public var jitter: UInt32
    /// The middle 32 bits of the last sender report's time; zero if none came.
    public var lastSenderReport: UInt32
    /// The time from that report's arrival to this block, in 1/65536 s.
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

/// The canonical name (CNAME) of a source. Other items are skipped.
public struct SourceDescription: Hashable, Sendable {
    /// The synchronization source (SSRC) that has the name.
    public var source: UInt32
    /// At most 255 bytes of UTF-8; empty if a packet held none.
    public var canonicalName: String

    public init(source: UInt32, canonicalName: String) {
        self.source = source
        self.canonicalName = canonicalName
    }
}

/// The notice that sources leave.
public struct RTCPBye: Hashable, Sendable {
    /// The sources, at most 31.
    public var sources: [UInt32]

    public init(sources: [UInt32]) {
        self.sources = sources
    }
}

/// A time in RTCP's form: seconds and 1/2^32 seconds in 64 bits.
///
/// Times count from the shell's origin, as RFC 3550 §6.4.1 allows a sender without a wall clock: a receiver only
/// compares such times with one another.
public struct NetworkTime: Hashable, Sendable {
    /// The 64 bits: the upper half counts seconds.
    public var value: UInt64

    public init(value: UInt64) {
        self.value = value
    }

    /// Converts a time. One before the origin counts as the origin. The seconds start at one, because a last sender
    /// report of zero means "none" (RFC 3550 §6.4.1).
    public init(_ time: Duration) {
        let (seconds, attoseconds) = max(time, .zero).components
        let fraction = (UInt64(attoseconds) / 1_000_000_000) << 32 / 1_000_000_000
        value = UInt64(truncatingIfNeeded: seconds &+ 1) << 32 | fraction
    }

    /// The 32 bits that report blocks carry, in 1/65536 s; they wrap after 18 hours.
    public var middle: UInt32 { UInt32(truncatingIfNeeded: value >> 16) }
}

extension Duration {
    /// Converts a span in 1/65536 s, as report blocks carry it.
    init(shortUnits: UInt32) {
        self = .nanoseconds(Int64(shortUnits) * 1_000_000_000 / 65_536)
    }

    /// The duration in 1/65536 s, cut to the range of 32 bits.
    public var shortUnits: UInt32 {
        let (seconds, attoseconds) = max(self, .zero).components
        guard seconds < 65_536 else { return .max }
        return UInt32(seconds) << 16 | UInt32((attoseconds / 1_000_000_000) << 16 / 1_000_000_000)
    }

    /// The duration in ticks of a clock, wrapping as RTP timestamps do.
    func ticks(at clockRate: UInt32) -> Int64 {
        let (seconds, attoseconds) = components
        return seconds &* Int64(clockRate) &+ attoseconds / 1_000_000_000 * Int64(clockRate) / 1_000_000_000
    }
}
