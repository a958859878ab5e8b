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
