/// What somebody who sends nothing says of the streams it hears.
public struct ReceiverReport: Hashable, Sendable {
    public var source: UInt32
    /// At most `RTCPCompound.reportCountMax`.
    public var reports: [ReportBlock]

    public init(source: UInt32, reports: [ReportBlock] = []) {
        self.source = source
        self.reports = reports
    }
}
