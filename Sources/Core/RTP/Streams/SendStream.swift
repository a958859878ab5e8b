/// The stream we send: the numbering of its packets, and the statistics for our reports.
///
/// Reports use the time of the frame in which a packet was sent, not the packet's timestamp: that of a telephone
/// event does not change for as long as the key is pressed.
/// Source: RFC 3550 §6.4.1, RFC 4733 §2.5.1.2.
public struct SendStream: Hashable, Sendable {
    /// The numbering of the packets.
    public private(set) var packetizer: RTPPacketizer
    /// The counts for our reports.
    public private(set) var statistics: SenderStatistics

    public init(_ packetizer: RTPPacketizer) {
        self.packetizer = packetizer
        statistics = SenderStatistics(clockRate: packetizer.clockRate)
    }

    /// Moves on to the next frame of 20 ms.
    public mutating func advance() { packetizer.advance() }

    /// The header of the next packet: see ``RTPPacketizer/nextHeader(payloadType:marker:timestamp:)``.
    public mutating func nextHeader(payloadType: UInt8, marker: Bool = false, timestamp: UInt32? = nil) -> RTPHeader {
        packetizer.nextHeader(payloadType: payloadType, marker: marker, timestamp: timestamp)
    }

    /// Counts a packet that was sent in the frame that began now.
    public mutating func sent(payloadByteCount: Int, at now: Duration) {
        statistics.sent(payloadByteCount: payloadByteCount, timestamp: packetizer.timestamp, at: now)
    }

    /// Changes the clock after a renegotiation chose another codec.
    public mutating func changeClockRate(to clockRate: UInt32) {
        packetizer.changeClockRate(to: clockRate)
        statistics.changeClockRate(to: clockRate)
    }

    /// The report for this instant.
    public func report(_ reports: [ReportBlock], at now: Duration) -> SenderReport {
        statistics.report(source: packetizer.source, reports: reports, at: now)
    }
}

/// Numbers the packets we send: one source, one sequence, and one line of timestamps for audio and telephone events.
///
/// A frame is 20 ms long. Call `advance()` once per frame, whether or not it was sent, so that the timestamp keeps up
/// with time.
public struct RTPPacketizer: Hashable, Sendable {
    /// The frames per second: the media clock ticks every 20 ms.
    public static let framesPerSecond: UInt32 = 50

    /// The synchronization source (SSRC) of all packets.
    public let source: UInt32
    /// The sequence number of the next packet.
    public private(set) var sequenceNumber: UInt16
    /// The timestamp of the frame that begins now, in ticks of `clockRate`.
    public private(set) var timestamp: UInt32
    /// The clock rate in hertz: 48000 for Opus, 8000 for G.711.
    public private(set) var clockRate: UInt32

    /// The three start values should be random (RFC 3550 §5.1); the caller has the random source.
    public init(source: UInt32, firstSequenceNumber: UInt16, firstTimestamp: UInt32, clockRate: UInt32) {
        self.source = source
        sequenceNumber = firstSequenceNumber
        timestamp = firstTimestamp
        self.clockRate = clockRate
    }

    /// Ticks in one frame.
    public var frameTicks: UInt32 { clockRate / Self.framesPerSecond }

    /// The header of the next packet. Its sequence number is used up.
    ///
    /// - Parameter timestamp: the start of a telephone event; nil for audio.
    public mutating func nextHeader(payloadType: UInt8, marker: Bool = false, timestamp: UInt32? = nil) -> RTPHeader {
        defer { sequenceNumber &+= 1 }
        return RTPHeader(
            payloadType: payloadType, marker: marker, sequenceNumber: sequenceNumber,
            timestamp: timestamp ?? self.timestamp, source: source)
    }

    /// Moves on to the next frame of 20 ms.
    public mutating func advance() {
        timestamp &+= frameTicks
    }

    /// Changes the clock after a renegotiation. The timestamp goes on from its present value (RFC 7160 §4.1).
    public mutating func changeClockRate(to clockRate: UInt32) {
        self.clockRate = clockRate
    }
}

/// Statistics of the sent stream, for our sender reports.
///
/// Source: RFC 3550 §6.4.1.
public struct SenderStatistics: Hashable, Sendable {
    /// The clock rate in hertz.
    public private(set) var clockRate: UInt32
    /// The packets sent since the stream began.
    public private(set) var packetsSent: UInt64 = 0
    /// The payload bytes sent.
    public private(set) var bytesSent: UInt64 = 0
    private var lastTimestamp: UInt32 = 0
    private var lastTime: Duration = .zero

    public init(clockRate: UInt32) {
        self.clockRate = clockRate
    }

    /// Counts a packet that was sent.
    ///
    /// - Parameter timestamp: of the frame being sent now, also for telephone events, whose own timestamp does not
    ///   change.
    public mutating func sent(payloadByteCount: Int, timestamp: UInt32, at now: Duration) {
        packetsSent += 1
        bytesSent += UInt64(payloadByteCount)
        lastTimestamp = timestamp
        lastTime = now
    }

    /// Counts by another clock rate from now on, after a change of codec.
    public mutating func changeClockRate(to clockRate: UInt32) {
        self.clockRate = clockRate
    }

    /// The report for this instant. Its timestamp is the last one, moved on to `now`.
    public func report(source: UInt32, reports: [ReportBlock], at now: Duration) -> SenderReport {
        let elapsed = (now - lastTime).ticks(at: clockRate)
        return SenderReport(
            source: source,
            time: NetworkTime(now),
            timestamp: lastTimestamp &+ UInt32(truncatingIfNeeded: elapsed),
            packetCount: UInt32(truncatingIfNeeded: packetsSent),
            octetCount: UInt32(truncatingIfNeeded: bytesSent),
            reports: reports)
    }
}
