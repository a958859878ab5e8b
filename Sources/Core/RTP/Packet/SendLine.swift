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
