/// The stream we send: how its packets are numbered, and what our reports say of it.
///
/// Reports go by the frame a packet was sent in, not by the timestamp it bears: that of a telephone event stands still
/// for as long as the key is pressed.
/// Source: RFC 3550 §6.4.1, RFC 4733 §2.5.1.2.
public struct SendLine: Hashable, Sendable {
    public private(set) var packetizer: RTPPacketizer
    public private(set) var statistics: SenderStatistics

    public init(_ packetizer: RTPPacketizer) {
        self.packetizer = packetizer
        statistics = SenderStatistics(clockRate: packetizer.clockRate)
    }

    /// 20 ms have passed.
    public mutating func advance() { packetizer.advance() }

    /// As the packetizer's.
    public mutating func nextHeader(payloadType: UInt8, marker: Bool = false, timestamp: UInt32? = nil) -> RTPHeader {
        packetizer.nextHeader(payloadType: payloadType, marker: marker, timestamp: timestamp)
    }

    /// Counts a packet that went out in the frame that began now.
    public mutating func sent(payloadByteCount: Int, at now: Duration) {
        statistics.sent(payloadByteCount: payloadByteCount, timestamp: packetizer.timestamp, at: now)
    }

    /// A renegotiation chose a codec with another clock.
    public mutating func changeClockRate(to clockRate: UInt32) {
        packetizer.changeClockRate(to: clockRate)
        statistics.changeClockRate(to: clockRate)
    }

    /// The report for this instant.
    public func report(_ reports: [ReportBlock], at now: Duration) -> SenderReport {
        statistics.report(source: packetizer.source, reports: reports, at: now)
    }
}

/// Numbers what we send: one source, one sequence space, one timestamp line for audio and telephone events.
///
/// One frame is 20 ms. `advance()` once per frame, whether or not it was sent, keeps the timestamp true to time.
public struct RTPPacketizer: Hashable, Sendable {
    /// Frames a second: the media clock ticks every 20 ms.
    public static let framesPerSecond: UInt32 = 50

    public let source: UInt32
    /// Of the next packet.
    public private(set) var sequenceNumber: UInt16
    /// Of the frame that begins now, in ticks of `clockRate`.
    public private(set) var timestamp: UInt32
    /// In hertz. Opus 48000, G.711 8000.
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

    /// The header of the next packet; its sequence number is used up.
    ///
    /// A telephone event gives the timestamp of its start; audio leaves it out.
    public mutating func nextHeader(payloadType: UInt8, marker: Bool = false, timestamp: UInt32? = nil) -> RTPHeader {
        defer { sequenceNumber &+= 1 }
        return RTPHeader(
            payloadType: payloadType, marker: marker, sequenceNumber: sequenceNumber,
            timestamp: timestamp ?? self.timestamp, source: source)
    }

    /// 20 ms have passed.
    public mutating func advance() {
        timestamp &+= frameTicks
    }

    /// A renegotiation chose a codec with another clock. The timestamp goes on from where it is (RFC 7160 §4.1).
    public mutating func changeClockRate(to clockRate: UInt32) {
        self.clockRate = clockRate
    }
}

/// What we know of the stream we send, for our sender reports.
///
/// Source: RFC 3550 §6.4.1.
public struct SenderStatistics: Hashable, Sendable {
    /// In hertz.
    public private(set) var clockRate: UInt32
    public private(set) var packetsSent: UInt64 = 0
    /// Payload bytes.
    public private(set) var bytesSent: UInt64 = 0
    private var lastTimestamp: UInt32 = 0
    private var lastTime: Duration = .zero

    public init(clockRate: UInt32) {
        self.clockRate = clockRate
    }

    /// Counts a packet that went out. `timestamp` is that of the frame being sent now, also for telephone events, whose
    /// own timestamp stands still.
    public mutating func sent(payloadByteCount: Int, timestamp: UInt32, at now: Duration) {
        packetsSent += 1
        bytesSent += UInt64(payloadByteCount)
        lastTimestamp = timestamp
        lastTime = now
    }

    public mutating func changeClockRate(to clockRate: UInt32) {
        self.clockRate = clockRate
    }

    /// The report for this instant; its timestamp is the last one moved on to `now`.
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
