import Dispatch
import Foundation
import MediaEngine
import RTP
import WebRTC

/// How a connection sounds.
extension WebRTCMediaConnection {
    /// Statistics once a second while connected, as the contract of engines says.
    private static let statisticsInterval: TimeInterval = 1

    func reportStatistics() {
        peer.statistics { [weak self] report in
            let values = report.statistics.values.map { WebRTCStatistic($0) }
            guard let self else { return }
            queue.async { self.take(values) }
        }
    }

    private func take(_ values: [WebRTCStatistic]) {
        var statistics = MediaStatistics()
        for value in values { value.add(to: &statistics) }
        let counts = PacketCounts(received: statistics.packetsReceived, lost: statistics.packetsLost)
        statistics.recentFractionLost = counts.fractionLost(since: lastCounts)
        if let roundTrip = statistics.roundTripMilliseconds {
            let score = MeanOpinionScore.estimate(
                jitterMilliseconds: statistics.jitterMilliseconds, roundTripMilliseconds: roundTrip,
                packetsReceived: counts.receivedCount(since: lastCounts),
                packetsLost: counts.lostCount(since: lastCounts))
            statistics.meanOpinionScore = score.isFinite ? score : nil
        }
        lastCounts = counts
        send(.statistics(statistics))
        guard state == .connected else { return }
        queue.asyncAfter(deadline: .now() + Self.statisticsInterval) { [weak self] in
            if self?.state == .connected { self?.reportStatistics() }
        }
    }
}
