/// What a sender says of its own stream and of those it hears.
public struct SenderReport: Hashable, Sendable {
    public var source: UInt32
    public var time: NetworkTime
    /// The same instant on the stream's clock.
    public var timestamp: UInt32
    public var packetCount: UInt32
    /// Payload bytes, headers and padding not counted.
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
