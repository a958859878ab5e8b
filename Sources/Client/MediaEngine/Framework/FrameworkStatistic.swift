import RTP

/// One entry of a framework's statistics: its type and its numbers. Source: W3C webrtc-stats, for the names.
public struct FrameworkStatistic: Hashable, Sendable {
    /// The type, such as `inbound-rtp`.
    public let type: String
    /// The values by name. Durations are in seconds, as in the framework.
    public let values: [String: Double]

    /// Entries come from a framework, so this is for its adapter and for tests.
    public init(type: String, values: [String: Double]) {
        self.type = type
        self.values = values
    }

    /// Combines all entries of a report.
    ///
    /// - Parameter earlier: the counts of the previous report.
    static func statistics(
        of entries: [FrameworkStatistic], since earlier: PacketCounts
    ) -> (MediaStatistics, PacketCounts) {
        var statistics = MediaStatistics()
        for entry in entries { entry.add(to: &statistics) }
        let counts = PacketCounts(received: statistics.packetsReceived, lost: statistics.packetsLost)
        statistics.recentFractionLost = counts.fractionLost(since: earlier)
        if let roundTrip = statistics.roundTripMilliseconds {
            let score = MeanOpinionScore.estimate(
                jitterMilliseconds: statistics.jitterMilliseconds, roundTripMilliseconds: roundTrip,
                packetsReceived: counts.receivedCount(since: earlier), packetsLost: counts.lostCount(since: earlier))
            statistics.meanOpinionScore = score.isFinite ? score : nil
        }
        return (statistics, counts)
    }

    /// The number of packets received by the transports, including those that could not be decrypted.
    static func arrivedCount(in entries: [FrameworkStatistic]) -> UInt64 {
        entries.filter { $0.type == "transport" }.map { $0.count("packetsReceived") }.reduce(0, &+)
    }

    private func add(to statistics: inout MediaStatistics) {
        switch type {
        case "outbound-rtp":
            statistics.packetsSent = count("packetsSent")
            statistics.bytesSent = count("bytesSent")
        case "inbound-rtp":
            // There is one entry for each source that the far end has used, so they are summed.
            statistics.packetsReceived &+= count("packetsReceived")
            statistics.bytesReceived &+= count("bytesReceived")
            statistics.packetsLost &+= number("packetsLost").flatMap { Int64(exactly: $0.rounded()) } ?? 0
            statistics.jitterMilliseconds = (number("jitter") ?? 0) * 1_000
            statistics.framesConcealed = count("concealedSamples") / UInt64(AudioFrame.sampleCount)
            statistics.inboundLevel = number("audioLevel") ?? 0
        case "remote-inbound-rtp":
            statistics.remoteJitterMilliseconds = number("jitter").map { $0 * 1_000 }
            statistics.roundTripMilliseconds = number("roundTripTime").map { $0 * 1_000 }
            statistics.remoteFractionLost = number("fractionLost")
        default: break
        }
    }

    private func number(_ name: String) -> Double? { values[name].flatMap { $0.isFinite ? $0 : nil } }

    private func count(_ name: String) -> UInt64 { number(name).flatMap { UInt64(exactly: $0.rounded()) } ?? 0 }
}

/// The packets received and lost, for comparison with an earlier count.
struct PacketCounts: Hashable, Sendable {
    var received: UInt64 = 0
    var lost: Int64 = 0

    func receivedCount(since earlier: PacketCounts) -> UInt64 {
        received > earlier.received ? received - earlier.received : 0
    }

    func lostCount(since earlier: PacketCounts) -> Int64 { max(lost - earlier.lost, 0) }

    func fractionLost(since earlier: PacketCounts) -> Double {
        let lost = Double(lostCount(since: earlier))
        let all = Double(receivedCount(since: earlier)) + lost
        return all > 0 ? lost / all : 0
    }
}
